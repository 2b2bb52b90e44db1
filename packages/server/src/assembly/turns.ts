/** Lets one piece of work begin when the one before is over, however that ended. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Resolves when everything taken so far is over. */
  async settled(): Promise<void> {
    await this.#last
  }
}
