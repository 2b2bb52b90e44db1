import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { browserStorage } from '../../../store/browser-storage.ts'
import { afterLogInKeys } from './after-log-in.ts'

/** What goes on when the page is loaded for the user who has just logged in. */
export interface LogInPlan {
  /** The account is new. */
  isNew?: boolean
  /** What the visitor wanted to write. */
  target?: ComposerTarget | undefined
  /** The page that is loaded, below the base path. */
  path: string
}

/** Keeps a plan for the page that this tab loads next. */
export function planAfterLogIn(plan: LogInPlan, storage = browserStorage('sessionStorage')): void {
  try {
    storage?.setItem(afterLogInKeys.plan, JSON.stringify(plan))
  } catch {
    // Without storage the page is loaded as any other.
  }
}

/** Returns the plan and forgets it; undefined on a page that no form has led to. */
export function takePlan(storage: Storage | undefined): LogInPlan | undefined {
  try {
    const plan: unknown = JSON.parse(storage?.getItem(afterLogInKeys.plan) ?? 'null')
    storage?.removeItem(afterLogInKeys.plan)
    return typeof plan === 'object' && plan !== null ? (plan as LogInPlan) : undefined
  } catch {
    return undefined
  }
}
