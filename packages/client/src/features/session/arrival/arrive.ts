import type { App } from '../../../points/app.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { browserStorage } from '../../../store/browser-storage.ts'
import { takePlan } from './arrival-plan.ts'
import { Intentions } from './intentions.ts'

/** Duration of the welcome for a member whose address is confirmed; ms. */
const welcomeTimeout = 5000

/**
 * Carries out the plan of the page before this one. What an unconfirmed address prevents is kept, and goes on with a page
 * after the confirmation. Call it after hydration.
 * @param planned storage of the tab. @param kept storage of the browser. Undefined where it forbids them.
 */
export function arrive(
  app: App,
  planned = browserStorage('sessionStorage'),
  kept = browserStorage('localStorage'),
): void {
  // A page that the server writes, such as one to confirm an address, leaves the plan to the next page.
  if (app.boot.smallPage !== undefined) return
  const intentions = new Intentions(kept)
  const plan = takePlan(planned)
  const user = app.userId === undefined ? undefined : app.store.get('users', app.userId)
  if (user === undefined) return
  const { url } = app.router.state.entry
  const { isNew = false, target, path = url } = plan ?? {}
  const isConfirmed = user.isEmailConfirmed !== false
  if (isNew) app.arrival.welcome()
  if (isNew && isConfirmed) {
    const text = app.t('core.forum.sign_up.welcome_message', { username: user.displayName })
    app.alerts.show(text, { tone: 'success', timeout: welcomeTimeout })
  }
  if (target !== undefined && mayWrite(app, target)) return void app.composer.open(target)
  // The address may be confirmed before the planned page has begun: then the front page goes on with the plan.
  const isAhead = !isConfirmed || (url === '/' && path !== url)
  if (plan !== undefined && isAhead) intentions.keep({ userId: user.id, path, target })
  if (isConfirmed) void goOn(app, user.id, intentions)
}

/**
 * Goes on with what the user was about to do before the confirmation of the address, which leads to the front page.
 * Any other page is one that the reader asked for: only the composer opens there.
 */
async function goOn(app: App, userId: string, intentions: Intentions): Promise<void> {
  const intention = intentions.read(userId)
  if (intention === undefined) return
  const { path, target } = intention
  const { url } = app.router.state.entry
  const isFront = url === '/'
  if (!isFront && !mayWrite(app, target)) return
  intentions.drop()
  if (isFront && path !== url) await app.router.navigate(path)
  if (target !== undefined && mayWrite(app, target)) await app.composer.open(target)
}

function mayWrite({ forum, store }: App, target: ComposerTarget | undefined): boolean {
  if (target?.kind === 'discussion') return forum.canStartDiscussion === true
  return target?.kind === 'reply' && store.get('discussions', target.discussionId)?.canReply === true
}
