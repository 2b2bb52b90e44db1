import { type App, copyText } from '@parley/client'
import type { ResourceDocument } from '@parley/shared'
import { filesOf, type MediaFile } from './library.ts'

/** Asks, then hides a file from lists, or shows it again. Alerts say how it ended. @returns the file as it is now. */
export async function toggleHidden(app: App, file: MediaFile): Promise<MediaFile> {
  const { t, api, alerts, modals } = app
  const { uuid, hidden, shared, baseName: fileName } = file
  const kind = shared ? 'hide_shared_file' : 'hide_file'
  const change = hidden ? 'show' : 'hide'
  const isSure = await modals.confirm({
    title: t(`upload.lib.file_list.${kind}.${change}_confirmation`, { fileName }),
    confirmLabel: t(`upload.forum.media_manager.${change}_button`),
  })
  if (!isSure) return file
  try {
    const body = { uuid }
    const answer = await api.request<ResourceDocument>('/fof/upload/hide', { method: 'PATCH', body })
    alerts.show(t(`upload.lib.file_list.${kind}.${change}_success`), { tone: 'success' })
    return filesOf([answer.data])[0] ?? file
  } catch {
    alerts.show(t(`upload.lib.file_list.${kind}.${change}_fail`, { fileName }), { tone: 'danger' })
    return file
  }
}

/** Asks, then deletes a file for ever. @returns whether it is gone. */
export async function deleteFile(app: App, { uuid, baseName: fileName }: MediaFile): Promise<boolean> {
  const { t, api, alerts, modals } = app
  const isSure = await modals.confirm({
    title: t('upload.lib.file_list.delete_confirmation', { fileName }),
    text: t('upload.forum.media_manager.delete_text'),
    confirmLabel: t('upload.forum.media_manager.delete_button'),
    isDanger: true,
  })
  if (!isSure) return false
  try {
    await api.request(`/fof/upload/delete/${uuid}`, { method: 'DELETE' })
    return true
  } catch (error) {
    alerts.showError(error)
    return false
  }
}

/** Copies a file's address. */
export async function copyAddress({ alerts, t }: App, { url }: MediaFile): Promise<void> {
  const isCopied = await copyText(url)
  if (isCopied) alerts.show(t('upload.forum.media_manager.copied_message'), { tone: 'success' })
  else alerts.show(t('upload.forum.media_manager.not_copied_message'), { tone: 'danger' })
}
