import { withinBase } from '../../../base/router/router.ts'
import type { App } from '../../../points/app.ts'

const showDelay = 500
const hideDelay = 250

/** A link to a user's page. */
export interface UserLink {
  link: HTMLAnchorElement
  /** The user's slug. */
  slug: string
}

interface UserLinkHandlers {
  /** The pointer or the focus reached a link, so its card may open soon. */
  prepare: () => void
  show: (userLink: UserLink) => void
  hide: () => void
  /** Whether an element is part of the card. */
  isCard: (element: Element) => boolean
}

/**
 * Watches links to users' pages for the pointer resting on them and for keyboard focus. Opens a card after 500 ms;
 * closes it 250 ms after both left link and card, or at once on Escape.
 * @returns a function that stops watching.
 */
export function watchUserLinks(app: App, { prepare, show, hide, isCard }: UserLinkHandlers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLAnchorElement | undefined
  let isShown = false

  const close = () => {
    clearTimeout(timer)
    current = undefined
    isShown = false
    hide()
  }
  const closeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(close, hideDelay)
  }
  const handleTarget = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return
    if (isShown && isCard(target)) return clearTimeout(timer)
    const userLink = userLinkOf(app, target)
    if (userLink === undefined) {
      if (current !== undefined) isShown ? closeSoon() : close()
      return
    }
    if (userLink.link === current) {
      if (isShown) clearTimeout(timer)
      return
    }
    close()
    current = userLink.link
    prepare()
    timer = setTimeout(() => {
      isShown = true
      show(userLink)
    }, showDelay)
  }

  const controller = new AbortController()
  const listen = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, listener, { signal: controller.signal })
  listen('pointerover', (event) => {
    if (event.pointerType === 'mouse') handleTarget(event.target)
  })
  listen('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) handleTarget(target)
  })
  listen('pointerdown', ({ target }) => {
    if (!(target instanceof Element && isCard(target))) close()
  })
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !isShown) return
    // Escape closes only the card, nothing below it.
    event.preventDefault()
    current?.focus({ preventScroll: true })
    close()
  })
  return () => {
    controller.abort()
    close()
  }
}

/** Returns the link around an element if it leads to a user's page; the tabs of that page do not count. */
function userLinkOf(app: App, element: Element): UserLink | undefined {
  const link = element.closest<HTMLAnchorElement>('#content a[href]')
  if (link === null || link.origin !== window.location.origin || link.closest('.UserPage > nav'))
    return undefined
  const url = withinBase(link, app.forum.basePath)
  const match = url === undefined ? undefined : app.routes.match(url)
  const slug = match?.location.params.username
  return match?.name === 'user' && slug !== undefined ? { link, slug } : undefined
}
