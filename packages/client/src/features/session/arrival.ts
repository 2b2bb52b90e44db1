import type { ComposerTarget } from '../../base/composer/composer-target.ts'
import type { App } from '../../points/app.ts'
import { browserStorage } from '../../store/browser-storage.ts'
import { Observable } from '../../store/observable.ts'

/** What goes on when the page is loaded for the user who has just logged in. */
export interface ArrivalPlan {
  /** The account is new. */
  isNew?: boolean
  /** What the visitor wanted to write. */
  target?: ComposerTarget | undefined
}

const storageKey = 'parley.arrival'

/** Keeps a plan for the page that this tab loads next. */
export function planArrival(plan: ArrivalPlan): void {
  try {
    browserStorage('sessionStorage')?.setItem(storageKey, JSON.stringify(plan))
  } catch {
    // Without storage the page is loaded as any other.
  }
}

/** Returns the plan and forgets it. */
function takePlan(): ArrivalPlan {
  try {
    const storage = browserStorage('sessionStorage')
    const plan: unknown = JSON.parse(storage?.getItem(storageKey) ?? '{}')
    storage?.removeItem(storageKey)
    return typeof plan === 'object' && plan !== null ? plan : {}
  } catch {
    return {}
  }
}

/** Whether the page is the first of a new member, who is welcomed. */
export class Arrival extends Observable<{ readonly isFirst: boolean }> {
  constructor() {
    super({ isFirst: false })
  }

  /** Carries out the plan of the page before this one. Call it after hydration. */
  begin(app: App): void {
    const { isNew = false, target } = takePlan()
    const user = app.userId === undefined ? undefined : app.store.get('users', app.userId)
    if (user === undefined) return
    if (isNew) this.set({ isFirst: true })
    if (isNew && user.isEmailConfirmed !== false) {
      const text = app.t('core.forum.sign_up.welcome_message', { username: user.displayName })
      app.alerts.show(text, { tone: 'success', timeout: welcomeTimeout })
    }
    if (target !== undefined && mayWrite(app, target)) void app.composer.open(target)
  }
}

/** Duration of the welcome for a member whose address is confirmed; ms. */
const welcomeTimeout = 5000

function mayWrite({ forum, store }: App, target: ComposerTarget): boolean {
  if (target.kind === 'discussion') return forum.canStartDiscussion === true
  return target.kind === 'reply' && store.get('discussions', target.discussionId)?.canReply === true
}

declare module '../../points/app.ts' {
  interface App {
    readonly arrival: Arrival
  }
}
