/** Pixels above and below the screen in which the next posts are loaded. */
const MARGIN = 300

/** What of a stream is to be seen. */
export interface View {
  /** The topmost post to be seen; the last one as soon as the end of the posts is to be seen. */
  current: HTMLElement | undefined
  /** Number of the last post that counts as read; 0 for none. */
  read: number
  isNearStart: boolean
  isNearEnd: boolean
}

/** The elements of posts inside a stream, from top to bottom. */
export function postElements(stream: Element): HTMLElement[] {
  return [...stream.querySelectorAll<HTMLElement>('[data-number]')]
}

export function numberOf(element: Element): number {
  return Number(element.getAttribute('data-number'))
}

/** Height of the bar that covers the upper end of the screen. */
function coveredAbove(): number {
  return document.querySelector('.Header')?.getBoundingClientRect().height ?? 0
}

/** Looks at a stream as it lies on the screen now. */
export function lookAt(stream: HTMLElement): View {
  const posts = postElements(stream)
  const top = coveredAbove()
  const bottom = window.innerHeight - coveredBelow()
  const { top: start, bottom: end } = stream.getBoundingClientRect()
  const isAtEnd = window.scrollY > 0 && end <= bottom
  const visible = posts.findIndex((post) => post.getBoundingClientRect().bottom > top + 24)
  return {
    current: isAtEnd ? posts.at(-1) : posts[visible],
    read: visible < 0 ? 0 : lastRead(posts.slice(visible), top, bottom),
    isNearStart: start > -MARGIN,
    isNearEnd: end < window.innerHeight + MARGIN,
  }
}

/** A post counts as read once three quarters of it have passed, or when it covers a quarter of the view. */
function lastRead(posts: HTMLElement[], top: number, bottom: number): number {
  let number = 0
  for (const post of posts) {
    const rect = post.getBoundingClientRect()
    if (rect.top > bottom) break
    const isPast = rect.top + rect.height * 0.75 <= bottom
    const covers = Math.min(rect.bottom, bottom) - Math.max(rect.top, top)
    if (isPast || covers >= (bottom - top) / 4) number = numberOf(post)
  }
  return number
}

// The composer lies over the page.
function coveredBelow(): number {
  const height = document.body.style.getPropertyValue('--composer-covers')
  return Number.parseFloat(height) || 0
}

/** A post on the screen and where it lies on the page; whatever happens around it, the reader stays with it. */
export interface Anchor {
  id: string
  offset: number
}

/** The topmost visible post, to be held in its place. */
export function takeAnchor(stream: HTMLElement): Anchor | undefined {
  const top = coveredAbove()
  const element = postElements(stream).find((post) => post.getBoundingClientRect().bottom > top)
  return element && { id: element.id, offset: element.getBoundingClientRect().top + window.scrollY }
}

/** The topmost visible post as a place to come back to. */
export function placeOnScreen(stream: HTMLElement): { number: number; top: number } | undefined {
  const covered = coveredAbove()
  const post = postElements(stream).find((element) => element.getBoundingClientRect().bottom > covered)
  return post && { number: numberOf(post), top: post.getBoundingClientRect().top }
}

/** Scrolls by as much as the anchor has moved. */
export function holdAnchor({ id, offset }: Anchor): void {
  const element = document.getElementById(id)
  if (element === null) return
  const moved = element.getBoundingClientRect().top + window.scrollY - offset
  if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
}
