import { type App, Button, loadDocument } from '@parley/client'
import { acknowledge, forget, isAcknowledged } from './acknowledged.ts'
import { SuspensionInfo } from './SuspensionInfo.tsx'
import { endOf, ownEnd } from './suspension.ts'

/** The longest time of a timer; ms. */
const longestTimer = 2 ** 31 - 1
/** The server’s clock may be behind this one; ms. */
const reserve = 1000

/** Shows what a suspended user is told, once, and offers to load the page again when the suspension is over. @returns stops. */
export function watchSuspension(app: App): () => void {
  const end = ownEnd(app)
  if (end === undefined) {
    forget()
    return () => {}
  }
  if (!isAcknowledged(end)) {
    forget()
    void tell(app, end)
  }
  const remaining = Date.parse(end) - app.clock.read().getTime() + reserve
  const timer = remaining < longestTimer ? setTimeout(() => void tellOfEnd(app), remaining) : undefined
  return () => clearTimeout(timer)
}

async function tell(app: App, end: string): Promise<void> {
  const message = app.userId === undefined ? undefined : app.store.get('users', app.userId)?.suspendMessage
  if (!message) return
  // Another page closes it without a result: then it is shown there, or with the next one.
  const isRead = await app.modals.show(SuspensionInfo, { message, end })
  if (isRead === true) acknowledge(end)
}

/** Offers to load the page again, unless moderators have set a later end: that is watched as soon as it is in the store. */
async function tellOfEnd(app: App): Promise<void> {
  const { store, userId = '' } = app
  // Without an answer the known end holds.
  await loadDocument(app, `/users/${userId}`, undefined, { isBackground: true }).catch(() => undefined)
  const user = store.get('users', userId)
  if (user && endOf(user, app.clock.read()) === undefined) offerReload(app)
}

function offerReload({ alerts, t }: App): void {
  forget()
  alerts.show(t('suspend.forum.suspension_info.ended_message'), {
    tone: 'success',
    controls: (
      <Button variant="link" onClick={() => window.location.reload()}>
        {t('suspend.forum.suspension_info.reload_button')}
      </Button>
    ),
  })
}
