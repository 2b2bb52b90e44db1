import type { App } from '../../../points/app.ts'
import { saveResource } from '../../../store/resources.ts'

/** Milliseconds between the first unsaved post and the write. */
const saveDelay = 1500

/** Saves the viewer's read position in batches. Does nothing for guests. */
export class ReadMarker {
  #app: App
  #discussionId: string
  #number = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: App, discussionId: string) {
    this.#app = app
    this.#discussionId = discussionId
  }

  /** Marks the posts up to this number as read; in a view of the forum as another it does nothing. */
  markRead(number: number): void {
    const { boot, userId, store } = this.#app
    if (boot.isView || userId === undefined || number <= this.#number) return
    if (number <= (store.get('discussions', this.#discussionId)?.lastReadPostNumber ?? 0)) return
    this.#number = number
    this.#timer ??= setTimeout(this.flush, saveDelay)
  }

  /** Saves at once, before the page is left. */
  flush = (): void => {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const discussion = this.#app.store.get('discussions', this.#discussionId)
    if (discussion === undefined || this.#number <= (discussion.lastReadPostNumber ?? 0)) return
    const attributes = { lastReadPostNumber: this.#number }
    // A background request: a failure shows no alert, and the next post that is read retries.
    saveResource(this.#app, discussion, { attributes }, { optimistic: true, isBackground: true }).catch(
      () => {
        this.#number = 0
      },
    )
  }
}
