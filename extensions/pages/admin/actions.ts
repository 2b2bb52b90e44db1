import {
  ApiError,
  type App,
  alertOnError,
  deleteResource,
  homePath,
  loadDocument,
  useForum,
} from '@parley/client'
import { homePath as pagesHome } from '../shared.ts'
import { closeForm } from './edit/page-form.ts'
import type { PageRecord } from './page-record.ts'

/** Milliseconds for which an alert says that something was done. */
const doneTimeout = 5000

/** Id of the page that is the forum's home page; undefined if that is none of these pages. */
export function useHomeId(): string | undefined {
  const forum = useForum()
  return homePath(forum.defaultRoute) === pagesHome ? (forum.pagesHome ?? undefined) : undefined
}

/** Makes a page the forum's home page, after a question. */
export async function makeHome(app: App, page: PageRecord): Promise<void> {
  const { alerts, api, modals, t } = app
  const isClosed = page.isHidden === true || page.isRestricted === true
  const isSure = await modals.confirm({
    title: t('pages.admin.edit_page.set_as_home_page_confirmation', { title: page.title }),
    text: isClosed && t('pages.admin.edit_page.home_closed_text'),
    confirmLabel: t('pages.admin.edit_page.home_button'),
  })
  if (!isSure) return
  await alertOnError(app, async () => {
    const body = { pages_home: page.id, default_route: pagesHome }
    await api.request('/settings', { method: 'POST', body })
    await loadDocument(app, '/')
    alerts.show(t('pages.admin.edit_page.set_as_home_page_done'), { tone: 'success', timeout: doneTimeout })
  })
}

/** Deletes a page, after a question. @returns whether it is gone. */
export async function deletePage(app: App, page: PageRecord, isHome: boolean): Promise<boolean> {
  const { alerts, modals, t } = app
  const isSure = await modals.confirm({
    title: t('pages.admin.edit_page.delete_page_confirmation', { title: page.title }),
    text: t('pages.admin.edit_page.delete_text', { isHome: String(isHome) }),
    confirmLabel: t('pages.admin.edit_page.delete_page_button'),
    isDanger: true,
  })
  if (!isSure) return false
  return alertOnError(app, async () => {
    await deleteResource(app, page).catch(ignoreMissing)
    closeForm(app, page.id)
    if (isHome) await loadDocument(app, '/')
    alerts.show(t('pages.admin.edit_page.deleted_message'), { tone: 'success', timeout: doneTimeout })
  })
}

/** Another administrator has deleted it. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
