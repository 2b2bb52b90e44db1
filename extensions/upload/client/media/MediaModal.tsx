import { Button, Modal, type ModalProps, useApp, useSessionUser } from '@parley/client'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { FileBrowser } from './FileBrowser.tsx'
import type { Library, MediaFile, TypeLimit } from './library.ts'
import { SharedUploadModal } from './SharedUploadModal.tsx'

interface MediaModalProps extends ModalProps {
  /** Whether several files may be chosen. */
  isMultiple: boolean
  /** The types that may be chosen; all without it. */
  limit?: TypeLimit
}

/** The files of the viewer and those that are shared, to choose from. Closes with the chosen files. */
export function MediaModal({ isMultiple, limit, close }: MediaModalProps): ReactNode {
  const { t, userId = '', modals } = useApp()
  const user = useSessionUser()
  const id = useId()
  const seesShared =
    user?.['fof-upload-accessSharedFiles'] === true || user?.['fof-upload-uploadSharedFiles'] === true
  const [library, setLibrary] = useState<Library>({ kind: 'own', userId })
  const [chosen, setChosen] = useState<readonly MediaFile[]>([])
  const [round, setRound] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const mayClose = () =>
    !isSending ||
    modals.confirm({
      title: t('upload.forum.media_manager.stop_confirmation'),
      confirmLabel: t('upload.forum.media_manager.stop_button'),
    })
  return (
    <Modal
      title={t('upload.forum.buttons.media')}
      close={close}
      confirmClose={mayClose}
      footer={
        <>
          {library.kind === 'shared' && user?.['fof-upload-uploadSharedFiles'] === true && (
            <UploadShared onStored={() => setRound(round + 1)} />
          )}
          <Button
            variant="primary"
            isDisabled={chosen.length === 0}
            onClick={async () => {
              if (await mayClose()) close(chosen)
            }}
          >
            {t('upload.lib.file_list.confirm_selection_btn', { fileCount: chosen.length })}
          </Button>
        </>
      }
    >
      {seesShared && (
        <LibraryTabs
          id={id}
          chosen={library.kind}
          onChoose={(kind) => setLibrary(kind === 'own' ? { kind, userId } : { kind })}
        />
      )}
      {/* It stays while shared files are shown: uploads go on. */}
      <div
        className="MediaBrowser"
        hidden={library.kind !== 'own'}
        {...(seesShared && { role: 'tabpanel', 'aria-labelledby': `${id}-own`, id: `${id}-own-panel` })}
      >
        <FileBrowser
          library={{ kind: 'own', userId }}
          choice={{ chosen, isMultiple, limit, onChange: setChosen }}
          onSending={setIsSending}
        />
      </div>
      {library.kind === 'shared' && (
        <div
          className="MediaBrowser"
          role="tabpanel"
          aria-labelledby={`${id}-shared`}
          id={`${id}-shared-panel`}
        >
          <FileBrowser
            key={round}
            library={library}
            choice={{ chosen, isMultiple, limit, onChange: setChosen }}
          />
        </div>
      )}
    </Modal>
  )
}

/** A button that opens the upload of shared files. */
function UploadShared({ onStored }: { onStored: () => void }): ReactNode {
  const { t, modals } = useApp()
  return (
    <Button
      variant="outline"
      icon="attach"
      onClick={async () => {
        if (await modals.show(SharedUploadModal, {})) onStored()
      }}
    >
      {t('upload.forum.buttons.upload_shared')}
    </Button>
  )
}

interface TabsProps {
  id: string
  chosen: Library['kind']
  onChoose: (kind: Library['kind']) => void
}

/** One stop of the Tab key, in which arrows choose. */
function LibraryTabs({ id, chosen, onChoose }: TabsProps): ReactNode {
  const { t } = useApp()
  const tabs = [
    ['own', t('upload.forum.media_manager.own_tab')],
    ['shared', t('upload.forum.buttons.shared_media')],
  ] as const
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const other = chosen === 'own' ? 'shared' : 'own'
    const kind = event.key === 'Home' ? 'own' : event.key === 'End' ? 'shared' : other
    onChoose(kind)
    event.currentTarget.querySelector<HTMLElement>(`[data-kind="${kind}"]`)?.focus()
  }
  return (
    <div className="Tabs" role="tablist" aria-label={t('upload.forum.buttons.media')} onKeyDown={handleKey}>
      {tabs.map(([kind, label]) => (
        <button
          key={kind}
          id={`${id}-${kind}`}
          type="button"
          className="Tabs-item"
          role="tab"
          data-kind={kind}
          aria-selected={kind === chosen}
          aria-controls={kind === chosen ? `${id}-${kind}-panel` : undefined}
          tabIndex={kind === chosen ? 0 : -1}
          onClick={() => onChoose(kind)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
