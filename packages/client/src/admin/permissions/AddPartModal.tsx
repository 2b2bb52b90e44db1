import type { OverviewParts } from '@parley/shared'
import { type ReactNode, useId } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import type { PermissionsModel } from './permissions-model.ts'

interface AddPartModalProps extends ModalProps {
  model: PermissionsModel
  kind: OverviewParts
}

/** Gives a part of the forum permissions of its own. */
export function AddPartModal({ model, kind, close }: AddPartModalProps): ReactNode {
  const t = useT()
  const formId = useId()
  const open = kind.parts.filter(({ isRestricted }) => !isRestricted)
  const { form, isSending, handleSubmit } = useSubmit(async (data) => {
    const part = open.find(({ id }) => String(id) === data.get('part'))
    if (part) await model.restrict(kind, part, true)
    close()
  })
  return (
    <Modal
      title={kind.addLabel}
      close={close}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('core.admin.permissions.add_part_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form id={formId} ref={form} className="Form" onSubmit={handleSubmit}>
        <Field label={t('core.admin.permissions.place_label')} help={kind.addText}>
          {(control) => (
            <select {...control} className="Input" name="part">
              {open.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </form>
    </Modal>
  )
}
