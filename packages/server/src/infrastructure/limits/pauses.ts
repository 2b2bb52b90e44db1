/** A pause that has to pass after something that a row says was done. */
export interface Pause {
  /** Rows at or before this time no longer matter. */
  since: string
  /** Rows after this time are from a clock that was set back since, and do not matter either. */
  until: string
  /**
   * Seconds until the pause is over after a row of this time, at most the pause itself; undefined when it is over, when there
   * is no row, and when the row does not matter.
   */
  wait(time: string | undefined): number | undefined
}

/**
 * A pause of so many seconds, as seen at `now`. Nodes may differ by some seconds, so a row from the near future counts; one
 * that lies further ahead than the pause is long would make its author wait for as long as the clock was wrong.
 */
export function pauseAfter(seconds: number, now: Date): Pause {
  const milliseconds = seconds * 1000
  return {
    since: new Date(now.getTime() - milliseconds).toISOString(),
    until: new Date(now.getTime() + milliseconds).toISOString(),
    wait(time) {
      if (time === undefined) return undefined
      const rest = Date.parse(time) + milliseconds - now.getTime()
      return rest <= 0 || rest > 2 * milliseconds ? undefined : Math.min(seconds, Math.ceil(rest / 1000))
    },
  }
}
