import { browserStorage } from '../../../store/browser-storage.ts'
import { Observable } from '../../../store/observable.ts'

/** Keys of what a log-in or a confirmation leaves for later pages: the plan of a tab, the intention of a user. */
export const afterLogInKeys = { plan: 'parley.after-log-in', intention: 'parley.intention' } as const

/** Whether the page is the first of a new member, who is welcomed. */
export class FirstVisit extends Observable<{ readonly isFirstVisit: boolean }> {
  constructor() {
    super({ isFirstVisit: false })
  }

  welcome(): void {
    this.set({ isFirstVisit: true })
  }
}

/** Whether a page before this one has left something to go on with. */
export function continuesLogIn(): boolean {
  try {
    const [tab, browser] = [browserStorage('sessionStorage'), browserStorage('localStorage')]
    return (tab?.getItem(afterLogInKeys.plan) ?? browser?.getItem(afterLogInKeys.intention) ?? null) !== null
  } catch {
    return false
  }
}

declare module '../../../points/app.ts' {
  interface App {
    readonly firstVisit: FirstVisit
  }
}
