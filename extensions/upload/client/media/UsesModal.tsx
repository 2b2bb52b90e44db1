import { Button, discussionPath, Loading, Modal, type ModalProps, useApp } from '@parley/client'
import { buildQuery, type CollectionDocument } from '@parley/shared'
import { type ReactNode, useEffect, useState } from 'react'
import type { MediaFile } from './library.ts'

/** Posts that are listed. */
const mostShown = 20

interface Use {
  id: string
  /** The path of the post. */
  path: string
  title: string
}

interface Uses {
  posts: readonly Use[]
  hasMore: boolean
}

/** The posts that use a file, as far as the reader sees them. */
export function UsesModal({ file, close }: { file: MediaFile } & ModalProps): ReactNode {
  const app = useApp()
  const { t, href } = app
  const [uses, setUses] = useState<Uses | 'failed'>()
  useEffect(() => {
    const controller = new AbortController()
    const filter = { uploadedFile: file.id }
    const path = `/posts?${buildQuery({ filter, include: 'discussion', page: { limit: mostShown } })}`
    app.api.request<CollectionDocument>(path, { signal: controller.signal }).then(
      (document) => setUses(usesOf(document)),
      (error) => {
        if (controller.signal.aborted) return
        app.alerts.showError(error)
        setUses('failed')
      },
    )
    return () => controller.abort()
  }, [app, file.id])
  return (
    <Modal title={t('upload.forum.media_manager.uses_title', { fileName: file.baseName })} close={close}>
      {uses === undefined && <Loading />}
      {uses === 'failed' && <p>{t('upload.forum.media_manager.failed_text')}</p>}
      {typeof uses === 'object' && (
        <>
          {uses.posts.length === 0 && <p>{t('upload.forum.media_manager.no_uses_text')}</p>}
          <ul className="FileUses">
            {uses.posts.map(({ id, path: postPath, title }) => (
              <li key={id}>
                <a href={href(postPath)} dir="auto">
                  {title}
                </a>
              </li>
            ))}
          </ul>
          {uses.hasMore && <p className="Muted">{t('upload.forum.media_manager.more_uses_text')}</p>}
          <Button variant="outline" onClick={() => close()}>
            {t('core.lib.modal.close')}
          </Button>
        </>
      )}
    </Modal>
  )
}

function usesOf({ data, included = [], links }: CollectionDocument): Uses {
  const posts = data.flatMap(({ id, attributes, relationships }) => {
    const target = relationships?.discussion?.data
    const discussionId = target && !Array.isArray(target) ? (target as { id: string }).id : undefined
    const discussion = included.find((one) => one.type === 'discussions' && one.id === discussionId)
    if (!discussion) return []
    const { number } = attributes as { number: number }
    const { title, slug } = discussion.attributes as { title: string; slug: string }
    return [{ id, title, path: discussionPath({ slug }, number) }]
  })
  return { posts, hasMore: links.next !== undefined }
}
