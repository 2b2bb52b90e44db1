import type { ReactNode } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import type { ApiError } from '../../store/api-error.ts'
import { Modal } from './Modal.tsx'

// Keyboards can scroll an element only if it is focusable.
const scrollable = { tabIndex: 0 } as const

/** Shows a failed request and its answer. */
export function DebugModal({ failure, close }: { failure: ApiError } & ModalProps): ReactNode {
  const t = useT()
  const { status, method, url, body } = failure
  return (
    <Modal title={t('core.lib.debug.title')} close={close}>
      <dl className="DebugModal-facts">
        <dt>{t('core.lib.debug.status_label')}</dt>
        <dd>{status === 0 ? t('core.lib.debug.no_answer_text') : status}</dd>
        <dt>{t('core.lib.debug.request_label')}</dt>
        <dd dir="ltr">
          {method} {url}
        </dd>
      </dl>
      {body !== '' && (
        <section
          {...scrollable}
          className="DebugModal-response"
          aria-label={t('core.lib.debug.response_label')}
        >
          <pre dir="ltr">{indentJson(body)}</pre>
        </section>
      )}
    </Modal>
  )
}

/** Indents JSON; returns other text unchanged. */
function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
