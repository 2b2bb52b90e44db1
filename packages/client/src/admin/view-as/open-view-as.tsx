import type { App } from '../../points/app.ts'
import { ApiError } from '../../store/api-error.ts'

/** Opens a view of the forum as a member, or as a member of a group, in a tab of its own. */
export async function openViewAs(app: App, target: { kind: 'user' | 'group'; id: number }): Promise<void> {
  const { alerts, api, t } = app
  // Browsers allow a new tab at the click only, before the address is known.
  const tab = window.open('about:blank', '_blank')
  try {
    const { url } = await api.request<{ url: string }>('/admin/view-as', { method: 'POST', body: target })
    if (tab !== null) {
      tab.opener = null
      tab.location.replace(url)
      return
    }
    const link = (
      <a className="Button" href={url} target="_blank" rel="noopener">
        {t('core.admin.view_as.open_link')}
      </a>
    )
    alerts.show(t('core.admin.view_as.blocked_message'), { tone: 'warning', controls: link })
  } catch (error) {
    tab?.close()
    const reason = error instanceof ApiError && error.has('view_as_more_rights') && error.errors[0]?.detail
    if (reason) alerts.show(reason, { tone: 'danger' })
    else alerts.showError(error)
  }
}
