import type { App } from '../../../points/app.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { browserStorage } from '../../../store/browser-storage.ts'
import type { StoreRecord } from '../../../store/record.ts'
import { startOf } from '../../discussions/index-page/start.ts'
import { Intentions } from './intentions.ts'
import { type LogInPlan, takePlan } from './log-in-plan.ts'

/** Duration of the welcome for a member whose address is confirmed; ms. */
const welcomeTimeout = 5000

/**
 * Carries out the plan of the page before this one. What an unconfirmed address prevents is kept, and goes on with a page
 * after the confirmation. Call it after hydration.
 * @param planned storage of the tab. @param kept storage of the browser. Undefined where it forbids them.
 */
export function continueAfterLogIn(
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
  const { isNew = false } = plan ?? {}
  if (isNew) app.firstVisit.welcome()
  if (isNew && isConfirmed(user)) {
    const text = app.t('core.forum.sign_up.welcome_message', { username: user.displayName })
    app.alerts.show(text, { tone: 'success', timeout: welcomeTimeout })
  }
  void carryOut(app, user, plan, intentions)
}

function isConfirmed({ isEmailConfirmed }: StoreRecord<'users'>): boolean {
  return isEmailConfirmed !== false
}

/** Lets extensions come first. */
async function carryOut(
  app: App,
  user: StoreRecord<'users'>,
  plan: LogInPlan | undefined,
  intentions: Intentions,
): Promise<void> {
  if (plan !== undefined && app.afterLogIn.length > 0) await runAfterLogIn(app, plan)
  const { url } = app.router.state.entry
  const { target, path = url } = plan ?? {}
  if (target !== undefined && mayWrite(app, target)) return void write(app, target)
  // The address may be confirmed before the planned page has begun: then the front page goes on with the plan.
  const isAhead = !isConfirmed(user) || (url === '/' && path !== url)
  if (plan !== undefined && isAhead) intentions.keep({ userId: user.id, path, target })
  if (isConfirmed(user)) await goOn(app, user.id, intentions)
}

async function runAfterLogIn(app: App, { isNew = false }: LogInPlan): Promise<void> {
  for (const { extension, value: run } of app.afterLogIn) {
    try {
      await run(app, { isNew })
    } catch (error) {
      app.reportFailure(extension, error)
    }
  }
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
  if (target !== undefined && mayWrite(app, target)) await write(app, target)
}

function mayWrite(app: App, target: ComposerTarget | undefined): boolean {
  if (target?.kind === 'discussion') return startOf(app).isAllowed
  return target?.kind === 'reply' && app.store.get('discussions', target.discussionId)?.canReply === true
}

function write(app: App, target: ComposerTarget): Promise<boolean> {
  return app.composer.open(target, target.kind === 'discussion' ? startOf(app) : {})
}
