import type { App } from '../../../points/app.ts'
import { saveResource } from '../../../store/resources.ts'

/** Milliseconds between the first unsaved post and the write. */
const saveDelay = 1500

/** Saves the viewer's read position in batches, and which late posts were read. Does nothing for guests. */
export class ReadMarker {
  #app: App
  #discussionId: string
  #numbers = new Set<number>()
  /** The late posts that were sent last, and of which: the answer may leave them unread until others are read. */
  #sentLate = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: App, discussionId: string) {
    this.#app = app
    this.#discussionId = discussionId
  }

  /** Marks the posts of these numbers as read, and all before them; in a view of the forum as another it does nothing. */
  markRead(numbers: readonly number[]): void {
    const { boot, userId } = this.#app
    if (boot.isView || userId === undefined) return
    for (const number of numbers) this.#numbers.add(number)
    if (this.#unsaved() !== undefined) this.#timer ??= setTimeout(this.flush, saveDelay)
  }

  /** Saves at once, before the page is left. */
  flush = (): void => {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const discussion = this.#app.store.get('discussions', this.#discussionId)
    const unsaved = this.#unsaved()
    if (discussion === undefined || unsaved === undefined) return
    const { attributes, optimistic } = unsaved
    this.#sentLate = unsaved.late
    // A background request: a failure shows no alert, and the next post that is read retries.
    saveResource(this.#app, discussion, { attributes }, { optimistic, isBackground: true }).catch(() => {
      this.#numbers.clear()
      this.#sentLate = ''
    })
  }

  /** What to send, and what the page shows at once; undefined if it is saved already. */
  #unsaved() {
    const { lastReadPostNumber: saved = 0, lateUnread = [] } =
      this.#app.store.get('discussions', this.#discussionId) ?? {}
    const lastReadPostNumber = Math.max(saved, ...this.#numbers)
    const unread = lateUnread.filter(({ number }) => !this.#numbers.has(number))
    const lateReadNumbers = lateUnread.filter((post) => !unread.includes(post)).map(({ number }) => number)
    const late = JSON.stringify([lateReadNumbers, lateUnread])
    const isLateSaved = lateReadNumbers.length === 0 || late === this.#sentLate
    if (lastReadPostNumber === saved && isLateSaved) return undefined
    return {
      late,
      attributes: { lateReadNumbers, lastReadPostNumber },
      optimistic: { attributes: { lateUnread: unread, lastReadPostNumber } },
    }
  }
}
