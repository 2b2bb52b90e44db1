import { type App, alertOnError, loadDocument, type StoreRecord, saveResource } from '@parley/client'

type User = StoreRecord<'users'>

/** A suspension, as the form sends it; without an end there is none. */
export interface Suspension {
  end: string | null
  reason: string
  message: string
}

/** Suspends a user or ends the suspension, and offers to undo that. @throws ApiError when the server refuses it. */
export async function saveSuspension(app: App, user: User, wanted: Suspension): Promise<void> {
  const shown = suspensionOf(user)
  if (wanted.end === null ? shown.end === null : isSame(wanted, shown)) return
  // Undoing restores what another moderator has decided since the form was opened.
  await loadDocument(app, `/users/${user.id}`)
  const former = suspensionOf(app.store.get('users', user.id) ?? user)
  await send(app, user, wanted)
  const { displayName: username } = user
  const done = wanted.end === null ? 'unsuspended_message' : 'suspended_message'
  app.alerts.show(app.t(`suspend.forum.suspend_user.${done}`, { username }), {
    undo: () => void alertOnError(app, () => send(app, user, former)),
    subject: user,
  })
}

function suspensionOf({ suspendedUntil, suspendReason, suspendMessage }: User): Suspension {
  return { end: suspendedUntil ?? null, reason: suspendReason ?? '', message: suspendMessage ?? '' }
}

function isSame(one: Suspension, other: Suspension): boolean {
  return one.end === other.end && one.reason === other.reason && one.message === other.message
}

function send(app: App, { type, id }: User, { end, reason, message }: Suspension): Promise<unknown> {
  const attributes = { suspendedUntil: end, suspendReason: reason, suspendMessage: message }
  return saveResource(app, { type, id }, { attributes })
}
