import { alertOnError, Button, LinkButton, useApp, useObservable } from '@parley/client'
import { AdminPageSection, SortableRow, useMovedFocus, useRowDrag } from '@parley/client/admin'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ListedPolicy, PoliciesModel } from './policies-model.ts'

/** The policies below the settings, in the order in which members are asked. */
export function Policies(): ReactNode {
  const app = useApp()
  const { t, modals } = app
  const [model] = useState(() => new PoliciesModel(app))
  const { policies, phase, moved } = useObservable(model)
  const drag = useRowDrag((id, place) => void model.move(id, place))
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useMovedFocus(moved)
  useEffect(() => void alertOnError(app, () => model.reload()), [app, model])
  const edit = async (policy?: ListedPolicy) => {
    const props = { model, ...(policy && { policy }) }
    const result = await modals.load(async () => (await import('./PolicyModal.tsx')).PolicyModal, props)
    // The button that opened it is gone with its policy. The dialog closes with the next frame.
    if (result === 'deleted')
      requestAnimationFrame(() => requestAnimationFrame(() => addButton.current?.focus()))
  }
  return (
    <AdminPageSection heading={t('terms.admin.titles.policies')} text={t('terms.admin.policies.text')}>
      {policies.length === 0 && phase !== 'loading' && (
        <p className="Muted">{t('terms.admin.policies.empty_text')}</p>
      )}
      <ol
        ref={list}
        className="SortableRows"
        aria-label={t('terms.admin.titles.policies')}
        aria-busy={phase === 'loading' || phase === 'saving'}
      >
        {policies.map((policy, index) => (
          <SortableRow
            key={policy.id}
            id={policy.id}
            index={index}
            count={policies.length}
            drag={drag}
            labels={{
              move: t('terms.admin.policies.move_button', { policy: policy.name }),
              up: t('terms.admin.policies.move_up_button'),
              down: t('terms.admin.policies.move_down_button'),
            }}
            onMove={(place) => void model.move(policy.id, place)}
          >
            <span className="PolicyRow-texts">
              <bdi>{policy.name}</bdi>
              {policy.optional && <span className="Muted">{t('terms.admin.policies.optional')}</span>}
            </span>
            <Exports policy={policy} />
            <Button icon="edit" variant="quiet" isIconOnly onClick={() => void edit(policy)}>
              {t('terms.admin.buttons.edit-policy', { policy: policy.name })}
            </Button>
          </SortableRow>
        ))}
      </ol>
      <div className="SortableRows-foot">
        <Button ref={addButton} variant="outline" onClick={() => void edit()}>
          {t('terms.admin.buttons.new-policy')}
        </Button>
        <p className="Muted" data-phase={phase}>
          {phase === 'saving' && t('core.admin.settings.saving_text')}
          {phase === 'saved' && t('core.admin.settings.saved_message')}
        </p>
      </div>
    </AdminPageSection>
  )
}

const formats = ['json', 'csv'] as const

/** Downloads of those who have accepted a policy. */
function Exports({ policy: { id, name } }: { policy: ListedPolicy }): ReactNode {
  const { t, api } = useApp()
  return (
    <span className="PolicyRow-exports">
      {formats.map((format) => (
        <LinkButton
          key={format}
          variant="quiet"
          href={`${api.apiUrl}/fof/terms/policies/${id}/export.${format}`}
          download={`policy-${id}.${format}`}
          aria-label={t('terms.admin.policies.export-url', { policy: name, format: format.toUpperCase() })}
        >
          {format.toUpperCase()}
        </LinkButton>
      ))}
    </span>
  )
}
