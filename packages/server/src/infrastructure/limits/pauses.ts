/** The pause that an actor has to make after an action, which a row records with its time. */
export interface Pause {
  /** Rows at or before this time are too old to count. */
  since: string
  /** Rows after this time do not count either: the clock was set back since. */
  until: string
  /**
   * Returns the seconds to wait after a row of this time, at most the length of the pause; undefined without a row, when the
   * pause is over, and when the row does not count.
   */
  wait(time: string | undefined): number | undefined
}

/**
 * Returns a pause of `seconds` as of `now`. The clocks of nodes may differ by some seconds, so a row from the near future
 * counts. A row further ahead than the pause is long does not: its author would wait for as long as the clock was wrong.
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
