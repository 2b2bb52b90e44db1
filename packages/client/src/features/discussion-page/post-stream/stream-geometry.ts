/** Pixels above and below the screen in which the next posts are loaded. */
const MARGIN = 300

/** What of a stream is to be seen. */
export interface View {
  /** The topmost post that is not nearly over; the last one as soon as the end of the posts is to be seen. */
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

/** The post on the page whose number is closest; of two equally close ones the earlier. */
export function closestElement(stream: Element, number: number): HTMLElement | undefined {
  const distance = (post: Element) => Math.abs(numberOf(post) - number)
  const posts = postElements(stream)
  const least = Math.min(...posts.map(distance))
  return posts.find((post) => distance(post) === least)
}

/** Height of the bar that covers the upper end of the screen. */
function coveredAbove(): number {
  return document.querySelector('.Header')?.getBoundingClientRect().height ?? 0
}

/** Looks at a stream as it lies on the screen now. */
export function measureView(stream: HTMLElement): View {
  const posts = postElements(stream)
  const top = coveredAbove()
  const bottom = window.innerHeight - coveredBelow()
  const { top: start, bottom: end } = stream.getBoundingClientRect()
  const isAtEnd = window.scrollY > 0 && end <= bottom
  const visible = posts.findIndex((post) => post.getBoundingClientRect().bottom > top + 24)
  return {
    current: isAtEnd ? posts.at(-1) : (posts.find((post) => isCurrent(post, top, bottom)) ?? posts.at(-1)),
    read: visible < 0 ? 0 : lastRead(posts.slice(visible), top, bottom),
    isNearStart: start > -MARGIN,
    isNearEnd: end < window.innerHeight + MARGIN,
  }
}

/** Whether less than three quarters of a post have passed, or what is left of it covers a quarter of the view. */
function isCurrent(post: HTMLElement, top: number, bottom: number): boolean {
  const rect = post.getBoundingClientRect()
  return top - rect.top < rect.height * 0.75 || rect.bottom - top > (bottom - top) / 4
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

/** A post and where it lies on the screen; whatever happens around it, the reader stays with it. */
export interface Anchor {
  id: string
  top: number
}

/** The topmost visible post, to be held in its place. */
export function captureAnchor(stream: HTMLElement): Anchor | undefined {
  const covered = coveredAbove()
  const element = postElements(stream).find((post) => post.getBoundingClientRect().bottom > covered)
  return element && { id: element.id, top: element.getBoundingClientRect().top }
}

/** The topmost visible post as a place to come back to. */
export function placeOnScreen(stream: HTMLElement): { number: number; top: number } | undefined {
  const covered = coveredAbove()
  const post = postElements(stream).find((element) => element.getBoundingClientRect().bottom > covered)
  return post && { number: numberOf(post), top: post.getBoundingClientRect().top }
}

/** Scrolls by as much as the anchor has moved on the screen: a page that became shorter has scrolled by itself. */
export function restoreAnchor({ id, top }: Anchor): void {
  const element = document.getElementById(id)
  if (element === null) return
  const moved = element.getBoundingClientRect().top - top
  if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
}
