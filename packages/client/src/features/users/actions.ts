import type { ResourceDocument } from '@parley/shared'
import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { deleteResource } from '../../store/resources.ts'
import { userPath } from './user-path.ts'

type User = StoreRecord<'users'>

/** Id of the account that set the forum up, which cannot be deleted. */
const firstUserId = '1'

/** Whether the viewer may delete an account. */
export function isDeletable(user: User): boolean {
  return user.canDelete === true && user.id !== firstUserId
}

/** Deletes an account for good, after a confirmation. Leaves the account's own page and reports the result. */
export async function deleteUser(app: App, user: User): Promise<void> {
  const { t, modals, alerts, router } = app
  const { displayName: username } = user
  const isSure = await modals.confirm({
    title: t('core.forum.user_controls.delete_title', { username }),
    text: t('core.forum.user_controls.delete_confirmation'),
    confirmLabel: t('core.forum.user_controls.delete_button'),
    isDanger: true,
  })
  if (!isSure) return
  const path = userPath(user)
  try {
    await deleteResource(app, user)
  } catch {
    alerts.show(t('core.forum.user_controls.delete_error_message', { username }), { tone: 'danger' })
    return
  }
  // The session ended with the account.
  if (user.id === app.userId) return window.location.assign(app.href('/'))
  alerts.show(t('core.forum.user_controls.delete_success_message', { username }), { tone: 'success' })
  if (router.state.entry.location?.path.startsWith(path)) router.back('/')
}

/** Uploads an avatar. @throws ApiError when the server refuses it. */
export async function uploadAvatar(app: App, user: User, picture: Blob): Promise<void> {
  const body = new FormData()
  body.set('avatar', picture, picture instanceof File ? picture.name : 'avatar.png')
  const document = await app.api.request<ResourceDocument>(`/users/${user.id}/avatar`, {
    method: 'POST',
    body,
  })
  app.store.push(document)
}

/** Removes an avatar. @throws ApiError */
export async function removeAvatar(app: App, user: User): Promise<void> {
  const document = await app.api.request<ResourceDocument>(`/users/${user.id}/avatar`, { method: 'DELETE' })
  app.store.push(document)
}
