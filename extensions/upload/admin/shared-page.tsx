import { Button, definePage, type PageProps, useApp } from '@parley/client'
import { AdminPage } from '@parley/client/admin'
import { formatNumber } from '@parley/shared/i18n'
import { type ReactNode, useState } from 'react'
import { FileBrowser } from '../client/media/FileBrowser.tsx'
import { SharedUploadModal } from '../client/media/SharedUploadModal.tsx'

interface Storage {
  files: number
  bytes: number
  hasMore: boolean
}

export default definePage({
  Component: SharedPage,
  head: (_props, { t }) => ({ title: t('upload.admin.shared-uploads.title') }),
})

/** The shared files, for those who manage them. */
function SharedPage({ documents }: PageProps): ReactNode {
  const app = useApp()
  const { t } = app
  const [storage, setStorage] = useState((documents as [Storage])[0])
  const [round, setRound] = useState(0)
  const count = () =>
    app.api.request<Storage>('/upload/storage', { isBackground: true }).then(setStorage, () => {})
  const refresh = () => {
    setRound(round + 1)
    void count()
  }
  return (
    <AdminPage
      title={t('upload.admin.shared-uploads.title')}
      text={t('upload.admin.shared-uploads.introduction')}
    >
      <div className="SharedUploads-bar">
        <p className="Muted">
          <StorageText {...storage} />
        </p>
        <Button icon="refresh" variant="quiet" isIconOnly onClick={refresh}>
          {t('upload.admin.shared-uploads.refresh_button')}
        </Button>
        <Button
          icon="attach"
          variant="primary"
          onClick={async () => {
            if (await app.modals.show(SharedUploadModal, {})) refresh()
          }}
        >
          {t('upload.admin.shared-uploads.upload-new-button')}
        </Button>
      </div>
      <FileBrowser key={round} library={{ kind: 'shared' }} onChange={() => void count()} />
    </AdminPage>
  )
}

function StorageText({ files, bytes, hasMore }: Storage): ReactNode {
  const { t, translator } = useApp()
  const size = formatNumber(Math.ceil(bytes / 2 ** 20), translator)
  const key = hasMore ? 'storage_at_least_text' : 'storage_text'
  return t(`upload.admin.shared-uploads.${key}`, { count: files, size })
}
