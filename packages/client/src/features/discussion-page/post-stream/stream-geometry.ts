/** Distance from the window, in pixels, at which more posts are loaded. */
const loadMargin = 300

/** The visible part of a stream. */
export interface View {
  /** The topmost post that has not nearly scrolled past; the last one while the end of the posts is visible. */
  current: HTMLElement | undefined
  /** Numbers of the visible posts that count as read. */
  read: readonly number[]
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

/** The rendered post with the closest number; the earlier of two equally close ones. */
export function closestElement(stream: Element, number: number): HTMLElement | undefined {
  const distance = (post: Element) => Math.abs(numberOf(post) - number)
  const posts = postElements(stream)
  const least = Math.min(...posts.map(distance))
  return posts.find((post) => distance(post) === least)
}

/**
 * Pixels at the top of the window that the header covers, and the reading bar once the heading is out of sight. The bar
 * appears later than that, so its height comes from the style sheet.
 */
function coveredAbove(): number {
  const header = document.querySelector('.Header')?.getBoundingClientRect().height ?? 0
  const heading = document.querySelector('.DiscussionHero')
  if (heading === null || heading.getBoundingClientRect().bottom > header) return header
  const root = getComputedStyle(document.documentElement)
  const barInRem = Number.parseFloat(root.getPropertyValue('--reading-bar'))
  return header + (barInRem || 0) * Number.parseFloat(root.fontSize)
}

/** Measures which part of a stream is visible. */
export function measureView(stream: HTMLElement): View {
  const posts = postElements(stream)
  const top = coveredAbove()
  const bottom = window.innerHeight - coveredBelow()
  const { top: start, bottom: end } = stream.getBoundingClientRect()
  const isAtEnd = window.scrollY > 0 && end <= bottom
  const visible = posts.findIndex((post) => post.getBoundingClientRect().bottom > top + 24)
  return {
    current: isAtEnd ? posts.at(-1) : (posts.find((post) => isCurrent(post, top, bottom)) ?? posts.at(-1)),
    read: visible < 0 ? [] : readNumbers(posts.slice(visible), top, bottom),
    isNearStart: start > -loadMargin,
    isNearEnd: end < window.innerHeight + loadMargin,
  }
}

/** Whether less than three quarters of a post have scrolled past, or the rest of it fills a quarter of the view. */
function isCurrent(post: HTMLElement, top: number, bottom: number): boolean {
  const rect = post.getBoundingClientRect()
  return top - rect.top < rect.height * 0.75 || rect.bottom - top > (bottom - top) / 4
}

/** Numbers of the read posts: three quarters of them have been visible, or they fill a quarter of the view. */
function readNumbers(posts: HTMLElement[], top: number, bottom: number): number[] {
  const numbers: number[] = []
  for (const post of posts) {
    const rect = post.getBoundingClientRect()
    if (rect.top > bottom) break
    const isPast = rect.top + rect.height * 0.75 <= bottom
    const covers = Math.min(rect.bottom, bottom) - Math.max(rect.top, top)
    if (isPast || covers >= (bottom - top) / 4) numbers.push(numberOf(post))
  }
  return numbers
}

// The composer covers the bottom of the window.
function coveredBelow(): number {
  const height = document.body.style.getPropertyValue('--composer-covers')
  return Number.parseFloat(height) || 0
}

/** What stays the same when the page changes around it. */
export interface Anchor {
  /** Posts with their positions in the window, the best first: some may be removed. */
  posts: readonly { id: string; top: number }[]
  /** Whether the focus is in a post. */
  hasFocus: boolean
}

/**
 * Whether a key has moved the focus to what scrolls away beside or above the posts. The posts keep their place when earlier
 * ones are inserted, so the focus would leave the window.
 */
export function hasFocusBeside(stream: Element): boolean {
  const focused = document.activeElement
  const isOnPage = focused?.closest('.DiscussionPage') != null && !stream.contains(focused)
  return isOnPage && focused.matches(':focus-visible')
}

/** The visible posts, as an anchor: first those that begin on screen, since the height of one above may change. */
export function captureAnchor(stream: HTMLElement): Anchor {
  const covered = coveredAbove()
  const posts = postElements(stream)
    .map((post) => ({ id: post.id, rect: post.getBoundingClientRect() }))
    .filter(({ rect }) => rect.bottom > covered)
    .map(({ id, rect }) => ({ id, top: rect.top }))
  const begun = posts.filter(({ top }) => top >= covered && top < window.innerHeight)
  return { posts: [...begun, ...posts], hasFocus: stream.contains(document.activeElement) }
}

/** The topmost visible post, as a place to return to. */
export function placeOnScreen(stream: HTMLElement): { number: number; top: number } | undefined {
  const covered = coveredAbove()
  const post = postElements(stream).find((element) => element.getBoundingClientRect().bottom > covered)
  return post && { number: numberOf(post), top: post.getBoundingClientRect().top }
}

/**
 * Scrolls by the distance that the topmost remaining post has moved in the window, and gives it the focus that a removed
 * post had. Browsers may have scrolled a page that shrank.
 */
export function restoreAnchor({ posts, hasFocus }: Anchor): void {
  for (const { id, top } of posts) {
    const element = document.getElementById(id)
    if (element === null) continue
    const moved = element.getBoundingClientRect().top - top
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
    if (hasFocus && document.activeElement === document.body) {
      element.tabIndex = -1
      element.focus({ preventScroll: true })
    }
    return
  }
}
