import { type ReactNode, useId } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { FormError } from '../../features/session/FormError.tsx'
import { useApp } from '../../points/app-context.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import type { Counted, Extension, Preview } from './documents.ts'

interface PreviewModalProps {
  extension: Extension
  /** Undefined for an extension whose code is not loaded. */
  preview: Preview | undefined
}

/** Says what it changes to enable or disable an extension, and does it. Resolves with true when that is done. */
export function PreviewModal({ extension, preview, close }: PreviewModalProps & ModalProps): ReactNode {
  const { api, t } = useApp()
  const formId = useId()
  const { id, attributes } = extension
  const action = attributes.isEnabled ? 'disable' : 'enable'
  const { form, report, isSending, handleSubmit } = useSubmit(async () => {
    await api.request(`/extensions/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      body: { enabled: !attributes.isEnabled },
    })
    close(true)
  })
  return (
    <Modal
      title={t(`core.admin.extension.${action}_title`, { extension: attributes.title })}
      close={close}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t(`core.admin.extension.${action}_button`)}
          isSending={isSending}
          isDanger={attributes.isEnabled}
          close={close}
        />
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        {preview === undefined ? (
          <p>{t('core.admin.extension.preview.unknown_text')}</p>
        ) : (
          <PreviewText title={attributes.title} preview={preview} />
        )}
      </form>
    </Modal>
  )
}

function PreviewText({ title, preview }: { title: string; preview: Preview }): ReactNode {
  const { t } = useApp()
  const { enables, hides, keepsPrivate, eventPosts, migrations } = preview
  const direction = enables ? 'enable' : 'disable'
  const kinds = ['permissions', 'settings', 'pages', 'preferences', 'notifications', 'jobs'] as const
  const counts = kinds.map((kind): [string, Counted] => [
    t(`core.admin.extension.adds.${kind}`),
    { name: kind, count: preview[kind].length, isMore: false },
  ])
  const rows = [
    ...counts,
    [
      t('core.admin.extension.preview.migrations'),
      { name: '', count: migrations.length, isMore: false },
    ] as const,
    ...eventPosts.map(
      (posts) => [t(`core.admin.extension.preview.${direction}_event_posts`), posts] as const,
    ),
  ].filter(([, { count }]) => count > 0)
  const withPrivate = keepsPrivate.filter(({ count }) => count > 0)
  const visible = hides.map((type) => typeName(type, t))
  return (
    <>
      <p>{t(`core.admin.extension.preview.${direction}_${rows.length > 0 ? '' : 'nothing_'}text`)}</p>
      {rows.length > 0 && (
        <dl className="ExtensionFacts">
          {rows.map(([label, counted]) => (
            <div key={`${label} ${counted.name}`}>
              <dt>{label}</dt>
              <dd>{countText(counted, t)}</dd>
            </div>
          ))}
        </dl>
      )}
      {visible.length > 0 && (
        <Alert tone={enables ? 'info' : 'warning'}>
          {t(`core.admin.extension.preview.${direction}_hides_text`, {
            extension: title,
            types: visible.join(' · '),
          })}
        </Alert>
      )}
      {!enables &&
        withPrivate.map((counted) => (
          <Alert key={counted.name} tone="warning">
            {t('core.admin.extension.preview.private_text', {
              extension: title,
              type: typeName(counted.name, t),
              count: countText(counted, t),
            })}
          </Alert>
        ))}
    </>
  )
}

type Translate = ReturnType<typeof useApp>['t']

/** `14`, or `more than 1,000`. */
export function countText({ count, isMore }: Counted, t: Translate): string {
  return t(isMore ? 'core.admin.extension.more_than_count' : 'core.admin.extension.count', { count })
}

const namedTypes: ReadonlySet<string> = new Set(['discussions', 'posts'])

function typeName(type: string, t: Translate): string {
  return namedTypes.has(type) ? t(`core.admin.extension.preview.${type}_type`) : type
}
