import { type ReactNode, useId, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { FormError } from '../../features/session/FormError.tsx'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Checkbox, InputField } from '../../ui/forms/Field.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { type Extension, extensionPath, type Preview } from './documents.ts'
import { countText } from './PreviewModal.tsx'

interface Purged {
  backup: { file: string; rows: number } | null
}

interface PurgeModalProps {
  extension: Extension
  preview: Preview
}

/** Asks for the id of an extension and deletes what it has stored. Resolves with true when that is done. */
export function PurgeModal({ extension, preview, close }: PurgeModalProps & ModalProps): ReactNode {
  const { api, t } = useApp()
  const formId = useId()
  const { id, attributes } = extension
  const { title } = attributes
  const [name, setName] = useState('')
  const [purged, setPurged] = useState<Purged>()
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const body = { name: data.get('name'), backup: data.get('backup') === 'on' }
    setPurged(await api.request<Purged>(`${extensionPath(id)}/purge`, { method: 'POST', body }))
  })
  if (purged) return <PurgedModal purged={purged} title={title} close={close} />
  return (
    <Modal
      title={t('core.admin.extension.purge_title', { extension: title })}
      close={close}
      isDismissible={!isSending}
      footer={
        <>
          <Button isDisabled={isSending} onClick={() => close()}>
            {t('core.lib.modal.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isDanger
            isLoading={isSending}
            isDisabled={name !== id}
          >
            {t('core.admin.extension.purge_button')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <p>{t('core.admin.extension.confirm_purge', { extension: title })}</p>
        {preview.tables.length > 0 && (
          <dl className="ExtensionFacts">
            {preview.tables.map((table) => (
              <div key={table.name}>
                <dt>{table.name}</dt>
                <dd>{countText(table, t)}</dd>
              </div>
            ))}
          </dl>
        )}
        <Checkbox name="backup" defaultChecked>
          {t('core.admin.extension.purge_backup_label')}
        </Checkbox>
        <InputField
          name="name"
          label={t('core.admin.extension.purge_name_label', { name: id })}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          value={name}
          onChange={(event) => setName(event.currentTarget.value.trim())}
          error={report?.fields.name ?? ''}
        />
      </form>
    </Modal>
  )
}

function PurgedModal({ purged, title, close }: { purged: Purged; title: string } & ModalProps): ReactNode {
  const { t } = useApp()
  const { backup } = purged
  return (
    <Modal
      title={t('core.admin.extension.purged_message', { extension: title })}
      close={() => close(true)}
      footer={
        <Button variant="primary" autoFocus onClick={() => close(true)}>
          {t('core.ref.okay')}
        </Button>
      }
    >
      {backup && (
        <p role="status">
          {t('core.admin.extension.purged_backup_text', { count: backup.rows })}
          <br />
          <code dir="ltr">{backup.file}</code>
        </p>
      )}
    </Modal>
  )
}
