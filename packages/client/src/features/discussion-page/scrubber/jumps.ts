import type { Router } from '../../../base/router/router.ts'
import { Observable } from '../../../store/observable.ts'
import type { PostStream } from '../post-stream/post-stream.ts'
import { endOfDiscussion } from '../post-stream/posts-request.ts'
import type { ReadingPosition } from '../post-stream/reading-position.ts'

/** Number of posts from which on a move is a jump. A shorter one is like scrolling. */
const leastDistance = 10

/** Milliseconds after a jump for which another one still looks for the same place. */
const searchTime = 5000

/** Milliseconds for which the way back is offered. */
const offerTime = 30_000

/** Where the reader was before a jump. */
export interface PreviousPlace {
  readonly number: number
  /** Key of the history entry that the jump made: going back from there leads to the place. */
  readonly entry: string
}

interface JumpsOptions {
  router: Pick<Router, 'state' | 'currentPlace' | 'enterPlace' | 'rewrite' | 'back'>
  stream: Pick<PostStream, 'goTo'>
  position: Pick<ReadingPosition, 'state'>
  /** Path of the discussion at a post. */
  path: (number: number) => string
  now?: () => number
}

/** The reader's jumps in a discussion. Each makes an entry in the browser's history, so that going back returns. */
export class Jumps extends Observable<{ readonly previousPlace: PreviousPlace | undefined }> {
  readonly #options: JumpsOptions
  readonly #now: () => number
  #jumpedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: JumpsOptions) {
    super({ previousPlace: undefined })
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Goes to a post. @param isEnd scrolls to the end of the page. */
  async goTo(number: number, isEnd = false): Promise<void> {
    const { router, stream, position, path } = this.#options
    const from = position.state.number
    const place = router.currentPlace()
    const { previousPlace } = this.state
    const isSearching =
      previousPlace?.entry === router.state.entry.key && this.#now() - this.#jumpedAt < searchTime
    if (!(await stream.goTo({ number: isEnd ? endOfDiscussion : number }))) return
    if (isSearching) {
      router.rewrite(path(number))
    } else if (Math.abs(number - from) >= leastDistance) {
      // The address lags behind scrolling.
      router.rewrite(path(from))
      router.enterPlace(path(number), place)
      this.#offer({ number: from, entry: router.state.entry.key })
    } else {
      router.rewrite(path(number))
      return
    }
    this.#jumpedAt = this.#now()
  }

  /** Returns to the place before the last jump. */
  goBack(): void {
    const { previousPlace } = this.state
    if (previousPlace === undefined) return
    this.#offer(undefined)
    this.#options.router.back(this.#options.path(previousPlace.number))
  }

  #offer(previousPlace: PreviousPlace | undefined): void {
    clearTimeout(this.#timer)
    this.update({ previousPlace })
    if (previousPlace) this.#timer = setTimeout(() => this.#offer(undefined), offerTime)
  }
}
