import { Button, Checkbox, Modal, type ModalProps, useApp } from '@parley/client'
import { type ReactNode, useRef, useState } from 'react'
import { UploadRows } from './UploadRows.tsx'
import { useDropArea } from './use-drop-area.ts'
import { useUploads } from './use-uploads.ts'
import './media.css'

/** Stores shared files, which all who write may use. Closes with true if some were stored. */
export function SharedUploadModal({ close }: ModalProps): ReactNode {
  const { t } = useApp()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [hidden, setHidden] = useState(false)
  const [stored, setStored] = useState(0)
  const uploads = useUploads({ shared: true, hidden }, (added) => setStored((count) => count + added.length))
  const choose = (added: readonly File[]) => {
    const known = new Set(files.map(nameOf))
    setFiles([...files, ...added.filter((file) => !known.has(nameOf(file)))])
  }
  const drop = useDropArea(choose)
  const isSending = uploads.sent.some(({ error }) => error === undefined)
  return (
    <Modal
      title={t('upload.lib.upload-shared-file-modal.title')}
      close={() => close(stored > 0)}
      footer={
        <Button
          variant="primary"
          isLoading={isSending}
          isDisabled={files.length === 0}
          onClick={() => {
            uploads.add(files)
            setFiles([])
          }}
        >
          {t('upload.lib.upload-shared-file-modal.upload', { fileCount: files.length })}
        </Button>
      }
    >
      <button
        type="button"
        className={drop.isOver ? 'DropField is-over' : 'DropField'}
        {...drop.handlers}
        onClick={() => input.current?.click()}
      >
        {t('upload.lib.upload-shared-file-modal.dropzone')}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('upload.lib.upload-shared-file-modal.dropzone')}
        onChange={(event) => {
          choose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {files.length > 0 && (
        <ul className="UploadRows">
          {files.map((file) => (
            <li key={nameOf(file)} className="UploadRow">
              <span className="UploadRow-name" dir="auto">
                {file.name}
              </span>
              <Button
                icon="close"
                variant="quiet"
                isIconOnly
                isSmall
                onClick={() => setFiles(files.filter((one) => one !== file))}
              >
                {t('core.forum.composer.upload_cancel_button', { name: file.name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Checkbox checked={hidden} disabled={isSending} onChange={(event) => setHidden(event.target.checked)}>
        {t('upload.lib.upload-shared-file-modal.hide-from-media-gallery')}
      </Checkbox>
      <UploadRows uploads={uploads} />
      <p role="status">{stored > 0 && t('upload.forum.media_manager.stored_text', { count: stored })}</p>
    </Modal>
  )
}

/** Tells files apart. */
function nameOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}
