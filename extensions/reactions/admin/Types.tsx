import { alertOnError, Button, useApp, useObservable } from '@parley/client'
import { AdminPageSection, useMovedFocus, useRowDrag } from '@parley/client/admin'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Conversions } from './Conversions.tsx'
import { TypeRow } from './TypeRow.tsx'
import { type ListedType, TypesModel } from './types-model.ts'

/** The types of reactions below the settings, in the order of the picker. */
export function Types(): ReactNode {
  const app = useApp()
  const { t, modals } = app
  const [model] = useState(() => new TypesModel(app))
  const { types, phase, moved } = useObservable(model)
  const drag = useRowDrag((id, place) => void model.move(id, place))
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useMovedFocus(moved)
  useEffect(() => void alertOnError(app, () => model.reload()), [app, model])
  const edit = async (type?: ListedType) => {
    const props = { model, ...(type && { type }) }
    const result = await modals.load(async () => (await import('./TypeModal.tsx')).TypeModal, props)
    // The button that opened it is gone with its type. The dialog closes with the next frame.
    if (result === 'deleted')
      requestAnimationFrame(() => requestAnimationFrame(() => addButton.current?.focus()))
  }
  return (
    <>
      <AdminPageSection
        heading={t('reactions.admin.page.reactions.title')}
        text={t('reactions.admin.page.reactions.Helptext')}
      >
        {types.length === 0 && phase !== 'loading' && (
          <p className="Muted">{t('reactions.admin.page.reactions.empty_text')}</p>
        )}
        <ol
          ref={list}
          className="SortableRows"
          aria-label={t('reactions.admin.page.reactions.reactions')}
          aria-busy={phase === 'loading' || phase === 'saving'}
        >
          {types.map((type, index) => (
            <TypeRow
              key={type.id}
              type={type}
              index={index}
              count={types.length}
              model={model}
              drag={drag}
              onEdit={() => void edit(type)}
            />
          ))}
        </ol>
        <div className="SortableRows-foot">
          <Button ref={addButton} variant="outline" onClick={() => void edit()}>
            {t('reactions.admin.page.reactions.add_button')}
          </Button>
          <p className="Muted" data-phase={phase}>
            {phase === 'saving' && t('core.admin.settings.saving_text')}
            {phase === 'saved' && t('core.admin.settings.saved_message')}
          </p>
        </div>
      </AdminPageSection>
      <Conversions types={types} />
    </>
  )
}
