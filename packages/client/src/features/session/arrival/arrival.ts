import { browserStorage } from '../../../store/browser-storage.ts'
import { Observable } from '../../../store/observable.ts'

/** Keys of what a log-in or a confirmation leaves for later pages: the plan of a tab, the intention of a user. */
export const arrivalKeys = { plan: 'parley.arrival', intention: 'parley.intention' } as const

/** Whether the page is the first of a new member, who is welcomed. */
export class Arrival extends Observable<{ readonly isFirst: boolean }> {
  constructor() {
    super({ isFirst: false })
  }

  welcome(): void {
    this.set({ isFirst: true })
  }
}

/** Whether a page before this one has left something to go on with. */
export function isArrival(): boolean {
  try {
    const [tab, browser] = [browserStorage('sessionStorage'), browserStorage('localStorage')]
    return (tab?.getItem(arrivalKeys.plan) ?? browser?.getItem(arrivalKeys.intention) ?? null) !== null
  } catch {
    return false
  }
}

declare module '../../../points/app.ts' {
  interface App {
    readonly arrival: Arrival
  }
}
