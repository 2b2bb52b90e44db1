import {
  alertOnError,
  Button,
  FormButtons,
  FormError,
  InputField,
  Modal,
  type ModalProps,
  useApp,
  useSubmit,
} from '@parley/client'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Glyph } from '../client/Glyph.tsx'
import { nameOf } from '../client/types.ts'
import type { ReactionKind } from '../shared.ts'
import type { ListedType, TypesModel } from './types-model.ts'

interface TypeModalProps extends ModalProps {
  model: TypesModel
  /** Absent for a new one. */
  type?: ListedType
}

/** Adds, changes or deletes a type of reactions; closes with `deleted` when it is gone. */
export function TypeModal({ model, type, close }: TypeModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const [kind, setKind] = useState<ReactionKind>(type?.kind ?? 'emoji')
  const [identifier, setIdentifier] = useState(type?.identifier ?? '')
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const display = String(data.get('display') ?? '').trim()
    await model.save({ identifier: identifier.trim(), type: kind, display }, type?.id)
    const message = t('reactions.admin.page.reactions.saved_message')
    app.alerts.show(message, { tone: 'success', timeout: 5000 })
    close()
  })
  const errors = report?.fields ?? {}
  return (
    <Modal
      title={t(`reactions.admin.page.reactions.${type ? 'edit' : 'add'}_title`)}
      close={close}
      closesOnBackdrop={false}
      footer={
        <>
          {type && <DeleteType model={model} type={type} close={close} />}
          <FormButtons
            formId={formId}
            submitLabel={t(
              type
                ? 'reactions.admin.page.settings.save_settings'
                : 'reactions.admin.page.reactions.add_button',
            )}
            isSending={isSending}
            close={close}
          />
        </>
      }
    >
      <form id={formId} ref={form} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <KindChoice kind={kind} onChange={setKind} />
        <div className="ReactionType-identifier">
          <InputField
            name="identifier"
            label={t(`reactions.admin.page.reactions.${kind}_identifier_label`)}
            help={t(`reactions.admin.page.reactions.help.${kind}_identifier`)}
            required
            maxLength={255}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            value={identifier}
            onChange={({ currentTarget }) => setIdentifier(currentTarget.value)}
            error={errors.identifier ?? errors.type ?? ''}
          />
          <Preview kind={kind} identifier={identifier} />
        </div>
        <InputField
          name="display"
          label={t('reactions.admin.page.reactions.display_label')}
          help={t('reactions.admin.page.reactions.help.display')}
          maxLength={255}
          defaultValue={type?.display ?? ''}
          error={errors.display ?? ''}
        />
      </form>
    </Modal>
  )
}

function KindChoice({
  kind,
  onChange,
}: {
  kind: ReactionKind
  onChange(kind: ReactionKind): void
}): ReactNode {
  const { t } = useApp()
  return (
    <fieldset className="ReactionKinds">
      <legend className="Field-label">{t('reactions.admin.page.reactions.type_label')}</legend>
      {(['emoji', 'icon'] as const).map((each) => (
        <label key={each} className="Check">
          <input
            type="radio"
            name="type"
            value={each}
            checked={each === kind}
            onChange={() => onChange(each)}
          />
          <span>{t(`reactions.admin.page.reactions.type_${each}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** How the reaction will look. The table of emoji is loaded with it. */
function Preview({ kind, identifier }: { kind: ReactionKind; identifier: string }): ReactNode {
  const app = useApp()
  const [find, setFind] = useState<(identifier: string) => string | undefined>()
  useEffect(() => {
    const load = async () => {
      const { characterOf } = await app.connection.load(() => import('../shared/characters.ts'))
      setFind(() => characterOf)
    }
    // Without it the form works, too.
    void load().catch(() => {})
  }, [app])
  const character = find?.(identifier.trim()) ?? null
  return (
    <span className="ReactionType-preview">
      {identifier.trim() !== '' && <Glyph type={{ kind, identifier: identifier.trim(), character }} />}
    </span>
  )
}

interface DeleteProps extends ModalProps {
  model: TypesModel
  type: ListedType
}

function DeleteType({ model, type, close }: DeleteProps): ReactNode {
  const app = useApp()
  const { modals, t } = app
  const [isLoading, setIsLoading] = useState(false)
  const remove = async () => {
    const isConfirmed = await modals.confirm({
      title: t('reactions.admin.page.reactions.delete_confirmation', {
        reaction: nameOf(type, t),
      }),
      text: t('reactions.admin.page.reactions.delete_text'),
      confirmLabel: t('reactions.admin.page.reactions.delete_button'),
      isDanger: true,
    })
    if (!isConfirmed) return
    await model.remove(type.id)
    close('deleted')
  }
  const handleClick = async () => {
    setIsLoading(true)
    await alertOnError(app, remove)
    setIsLoading(false)
  }
  return (
    <Button
      variant="quiet"
      isDanger
      isLoading={isLoading}
      className="ReactionType-delete"
      onClick={() => void handleClick()}
    >
      {t('reactions.admin.page.reactions.delete_button')}
    </Button>
  )
}
