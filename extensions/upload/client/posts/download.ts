import type { App } from '@parley/client'

/** Makes the files of a post buttons that download them. */
export function offerDownloads(text: HTMLElement, postId: string, app: App, signal: AbortSignal): void {
  for (const file of text.querySelectorAll<HTMLElement>('[data-fof-upload-download-uuid]')) {
    const uuid = file.getAttribute('data-fof-upload-download-uuid') ?? ''
    // All that is seen, so that it can be said aloud.
    const name = file.textContent.trim()
    const start = () => void download(uuid, postId, app)
    file.role = 'button'
    file.tabIndex = 0
    file.ariaLabel = app.t('upload.forum.post.download_label', { name })
    file.addEventListener('click', start, { signal })
    file.addEventListener('keydown', (event) => press(event, start), { signal })
  }
}

/** As buttons react to keys. */
function press(event: KeyboardEvent, start: () => void): void {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  if (!event.repeat) start()
}

async function download(uuid: string, postId: string, app: App): Promise<void> {
  const { alerts, api, forum, t } = app
  if (!forum['fof-upload.canDownload']) {
    alerts.show(t('upload.forum.states.unauthorized'), { tone: 'danger' })
    return
  }
  try {
    const token = await api.csrfToken()
    const link = document.createElement('a')
    link.href = app.href(`/api/fof/download/${uuid}/${postId}/${encodeURIComponent(token)}`)
    // A refusal leaves the page as it is.
    link.download = ''
    link.click()
  } catch (error) {
    alerts.showError(error, () => void download(uuid, postId, app))
  }
}
