import type { App } from '../../../base/app-context.ts'
import { withinBase } from '../../../base/router/router.ts'

const SHOW_AFTER = 500
const HIDE_AFTER = 250

/** A link to somebody's page, and whose. */
export interface PersonLink {
  link: HTMLAnchorElement
  /** The person's slug. */
  slug: string
}

interface Followed {
  /** Somebody comes near a link: its card may be wanted soon. */
  prepare: () => void
  show: (person: PersonLink) => void
  hide: () => void
  /** Whether an element is part of the card. */
  isCard: (element: Element) => boolean
}

/**
 * Watches for people to rest on names and pictures that lead to somebody's page: the pointer, or the focus moved by
 * keys. A card shows after 500 ms and goes 250 ms after both have left link and card, or at once by Escape.
 * @returns stops watching.
 */
export function followPeople(app: App, { prepare, show, hide, isCard }: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLAnchorElement | undefined
  let isShown = false

  const end = () => {
    clearTimeout(timer)
    current = undefined
    isShown = false
    hide()
  }
  const endSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(end, HIDE_AFTER)
  }
  const consider = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return
    if (isShown && isCard(target)) return clearTimeout(timer)
    const person = personLink(app, target)
    if (person === undefined) {
      if (current !== undefined) isShown ? endSoon() : end()
      return
    }
    if (person.link === current) {
      if (isShown) clearTimeout(timer)
      return
    }
    end()
    current = person.link
    prepare()
    timer = setTimeout(() => {
      isShown = true
      show(person)
    }, SHOW_AFTER)
  }

  const controller = new AbortController()
  const listen = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, listener, { signal: controller.signal })
  listen('pointerover', (event) => {
    if (event.pointerType === 'mouse') consider(event.target)
  })
  listen('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) consider(target)
  })
  listen('pointerdown', ({ target }) => {
    if (!(target instanceof Element && isCard(target))) end()
  })
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !isShown) return
    // The card alone, not what lies below it.
    event.preventDefault()
    current?.focus({ preventScroll: true })
    end()
  })
  return () => {
    controller.abort()
    end()
  }
}

/** The link that an element belongs to, if it leads to somebody's page from elsewhere. */
function personLink(app: App, element: Element): PersonLink | undefined {
  const link = element.closest<HTMLAnchorElement>('#content a[href]')
  if (link === null || link.origin !== window.location.origin || link.closest('.UserPage > nav'))
    return undefined
  const url = withinBase(link, app.forum.basePath)
  const match = url === undefined ? undefined : app.routes.match(url)
  const slug = match?.location.params.username
  return match?.name === 'user' && slug !== undefined ? { link, slug } : undefined
}
