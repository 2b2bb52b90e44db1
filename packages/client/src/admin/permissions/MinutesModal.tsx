import type { SettingRow } from '@parley/shared'
import { type ReactNode, useId } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import { InputField } from '../../ui/forms/Field.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { isOwnMinutes } from './permissions-model.ts'

interface MinutesModalProps extends ModalProps {
  row: SettingRow
  choose: (minutes: string) => Promise<void>
}

/** Asks for the minutes of a time window. */
export function MinutesModal({ row, choose, close }: MinutesModalProps): ReactNode {
  const t = useT()
  const formId = useId()
  const { form, isSending, handleSubmit } = useSubmit(async (data) => {
    await choose(String(data.get('minutes')))
    close()
  })
  return (
    <Modal
      title={row.label}
      close={close}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('core.admin.settings.submit_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form id={formId} ref={form} className="Form" onSubmit={handleSubmit}>
        <InputField
          name="minutes"
          type="number"
          inputMode="numeric"
          min={1}
          max={999_999_999}
          step={1}
          required
          label={t('core.admin.permissions.minutes_label')}
          defaultValue={isOwnMinutes(row) ? row.value : ''}
        />
      </form>
    </Modal>
  )
}
