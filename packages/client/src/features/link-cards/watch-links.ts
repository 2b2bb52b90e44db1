import type { App } from '../../points/app.ts'
import type { LinkCard } from '../../points/pages/link-cards.ts'

const showDelay = 500
const hideDelay = 250

/** A link with a card. */
export interface CardLink {
  link: HTMLAnchorElement
  card: LinkCard
  extension: string
}

interface CardLinkHandlers {
  /** The pointer or the focus reached a link, so its card may open soon. */
  prepare: (cardLink: CardLink) => void
  show: (cardLink: CardLink) => void
  hide: () => void
  /** Whether an element is part of the card. */
  isCard: (element: Element) => boolean
}

/**
 * Watches links with cards for the pointer resting on them and for keyboard focus. Opens a card after its delay; closes
 * it 250 ms after both left link and card, or at once on Escape.
 * @param start what the pointer or the focus reached before.
 * @returns a function that stops watching.
 */
export function watchLinks(
  app: App,
  { prepare, show, hide, isCard }: CardLinkHandlers,
  start: EventTarget | null,
): () => void {
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
    const cardLink = cardLinkOf(app, target)
    if (cardLink === undefined) {
      if (current !== undefined) isShown ? closeSoon() : close()
      return
    }
    if (cardLink.link === current) {
      if (isShown) clearTimeout(timer)
      return
    }
    close()
    current = cardLink.link
    prepare(cardLink)
    timer = setTimeout(() => {
      isShown = true
      show(cardLink)
    }, cardLink.card.delay ?? showDelay)
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
  handleTarget(start)
  return () => {
    controller.abort()
    close()
  }
}

/** Returns the link around an element, with its card. */
function cardLinkOf(app: App, element: Element): CardLink | undefined {
  const link = element.closest<HTMLAnchorElement>('#content a[href]')
  if (link === null) return undefined
  const cards = app.linkCards.flatMap(({ extension, value }) =>
    Object.values(value).map((card) => ({ link, card, extension })),
  )
  return cards.find((cardLink) => applies(app, cardLink))
}

function applies(app: App, { card, link, extension }: CardLink): boolean {
  try {
    return card.appliesTo(link, app)
  } catch (error) {
    app.reportFailure(extension, error)
    return false
  }
}
