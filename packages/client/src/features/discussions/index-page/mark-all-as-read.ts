import { alertOnError } from '../../../base/alerts.ts'
import type { App } from '../../../points/app.ts'
import { saveResource } from '../../../store/resources.ts'

/** Marks all discussions as read, optimistically, after a confirmation. Loaded on demand. */
export async function markAllAsRead(app: App): Promise<void> {
  const { t, userId, modals } = app
  if (userId === undefined) return
  const isSure = await modals.confirm({
    title: t('core.forum.index.mark_all_as_read_confirmation'),
    confirmLabel: t('core.forum.index.mark_all_as_read_tooltip'),
  })
  if (!isSure) return
  const attributes = { markedAllAsReadAt: app.clock.read().toISOString() }
  await alertOnError(app, () =>
    saveResource(app, { type: 'users', id: userId }, { attributes }, { optimistic: true }),
  )
}
