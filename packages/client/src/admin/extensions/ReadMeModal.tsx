import { type ReactNode, useEffect, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useApp } from '../../points/app-context.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Feedback.tsx'
import { Modal } from '../../ui/modals/Modal.tsx'
import { Prose } from '../../ui/prose/Prose.tsx'

interface ReadMeModalProps {
  id: string
  title: string
}

type State = { content: string | null } | 'loading' | 'failed'

/** The read-me of an extension. */
export function ReadMeModal({ id, title, close }: ReadMeModalProps & ModalProps): ReactNode {
  const { api, t } = useApp()
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const abort = new AbortController()
    api
      .request<{ data: { attributes: { content: string | null } } }>(
        `/extension-readmes/${encodeURIComponent(id)}`,
        { signal: abort.signal },
      )
      .then(
        ({ data }) => setState(data.attributes),
        () => abort.signal.aborted || setState('failed'),
      )
    return () => abort.abort()
  }, [api, id])
  return (
    <Modal title={t('core.admin.extension.readme.title', { extName: title })} close={close}>
      <ReadMe state={state} />
    </Modal>
  )
}

function ReadMe({ state }: { state: State }): ReactNode {
  const { t } = useApp()
  if (state === 'loading') {
    return (
      <Loading>
        <Skeleton width="80%" />
      </Loading>
    )
  }
  if (state === 'failed') return <Alert tone="danger">{t('core.lib.error.generic_message')}</Alert>
  if (state.content === null) return <p>{t('core.admin.extension.readme.no_readme')}</p>
  return <Prose html={state.content} />
}
