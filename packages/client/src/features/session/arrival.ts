import type { App } from '../../points/app.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { browserStorage } from '../../store/browser-storage.ts'
import { Observable } from '../../store/observable.ts'
import { Intentions } from './intentions.ts'

/** What goes on when the page is loaded for the user who has just logged in. */
export interface ArrivalPlan {
  /** The account is new. */
  isNew?: boolean
  /** What the visitor wanted to write. */
  target?: ComposerTarget | undefined
  /** The page that is loaded, below the base path. */
  path: string
}

const storageKey = 'parley.arrival'

/** Keeps a plan for the page that this tab loads next. */
export function planArrival(plan: ArrivalPlan, storage = browserStorage('sessionStorage')): void {
  try {
    storage?.setItem(storageKey, JSON.stringify(plan))
  } catch {
    // Without storage the page is loaded as any other.
  }
}

/** Returns the plan and forgets it; undefined on a page that no form has led to. */
function takePlan(storage: Storage | undefined): ArrivalPlan | undefined {
  try {
    const plan: unknown = JSON.parse(storage?.getItem(storageKey) ?? 'null')
    storage?.removeItem(storageKey)
    return typeof plan === 'object' && plan !== null ? (plan as ArrivalPlan) : undefined
  } catch {
    return undefined
  }
}

/** Whether the page is the first of a new member, who is welcomed. */
export class Arrival extends Observable<{ readonly isFirst: boolean }> {
  readonly #planned: Storage | undefined
  readonly #intentions: Intentions

  /** @param planned storage of the tab. @param kept storage of the browser. Undefined where it forbids them. */
  constructor(planned = browserStorage('sessionStorage'), kept = browserStorage('localStorage')) {
    super({ isFirst: false })
    this.#planned = planned
    this.#intentions = new Intentions(kept)
  }

  /**
   * Carries out the plan of the page before this one. What an unconfirmed address prevents is kept, and goes on with a
   * page after the confirmation. Call it after hydration.
   */
  begin(app: App): void {
    // A page that the server writes, such as one to confirm an address, leaves the plan to the next page.
    if (app.boot.smallPage !== undefined) return
    const plan = takePlan(this.#planned)
    const user = app.userId === undefined ? undefined : app.store.get('users', app.userId)
    if (user === undefined) return
    const { url } = app.router.state.entry
    const { isNew = false, target, path = url } = plan ?? {}
    const isConfirmed = user.isEmailConfirmed !== false
    if (isNew) this.set({ isFirst: true })
    if (isNew && isConfirmed) {
      const text = app.t('core.forum.sign_up.welcome_message', { username: user.displayName })
      app.alerts.show(text, { tone: 'success', timeout: welcomeTimeout })
    }
    if (target !== undefined && mayWrite(app, target)) return void app.composer.open(target)
    // The address may be confirmed before the planned page has begun: then the front page goes on with the plan.
    const isAhead = !isConfirmed || (url === '/' && path !== url)
    if (plan !== undefined && isAhead) this.#intentions.keep({ userId: user.id, path, target })
    if (isConfirmed) void this.#goOn(app, user.id)
  }

  /**
   * Goes on with what the user was about to do before the confirmation of the address, which leads to the front page.
   * Any other page is one that the reader asked for: only the composer opens there.
   */
  async #goOn(app: App, userId: string): Promise<void> {
    const intention = this.#intentions.read(userId)
    if (intention === undefined) return
    const { path, target } = intention
    const { url } = app.router.state.entry
    const isFront = url === '/'
    if (!isFront && !mayWrite(app, target)) return
    this.#intentions.drop()
    if (isFront && path !== url) await app.router.navigate(path)
    if (target !== undefined && mayWrite(app, target)) await app.composer.open(target)
  }
}

/** Duration of the welcome for a member whose address is confirmed; ms. */
const welcomeTimeout = 5000

function mayWrite({ forum, store }: App, target: ComposerTarget | undefined): boolean {
  if (target?.kind === 'discussion') return forum.canStartDiscussion === true
  return target?.kind === 'reply' && store.get('discussions', target.discussionId)?.canReply === true
}

declare module '../../points/app.ts' {
  interface App {
    readonly arrival: Arrival
  }
}
