import type { App } from '../../../base/app-context.ts'
import { saveResource } from '../../../store/resources.ts'

/** Milliseconds that reading goes on before it is saved. */
const BATCH = 1500

/** Saves how far somebody has read, some posts at a time. Does nothing for guests. */
export class ReadMarker {
  #app: App
  #discussionId: string
  #number = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: App, discussionId: string) {
    this.#app = app
    this.#discussionId = discussionId
  }

  /** The post of this number has been read. */
  note(number: number): void {
    const { userId, store } = this.#app
    if (userId === undefined || number <= this.#number) return
    if (number <= (store.get('discussions', this.#discussionId)?.lastReadPostNumber ?? 0)) return
    this.#number = number
    this.#timer ??= setTimeout(this.flush, BATCH)
  }

  /** Saves now what has been read: the page is left. */
  flush = (): void => {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const discussion = this.#app.store.get('discussions', this.#discussionId)
    if (discussion === undefined || this.#number <= (discussion.lastReadPostNumber ?? 0)) return
    const attributes = { lastReadPostNumber: this.#number }
    // Nothing the reader asked for, so nothing to tell; the next post that is read tries again.
    saveResource(this.#app, discussion, { attributes }, { optimistic: true, isUnasked: true }).catch(() => {
      this.#number = 0
    })
  }
}
