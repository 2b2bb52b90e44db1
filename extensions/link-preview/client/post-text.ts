import type { App, EnhancePost } from '@parley/client'
import type { LinkPreviewAnswer } from '../shared.ts'
import { cardContent } from './card-content.ts'
import { makeCards } from './composed-links.ts'
import { hideBrokenPictures } from './pictures.ts'
import { type Previews, previewsOf } from './previews.ts'

/** Milliseconds without typing after which the links of a preview are asked for: an address may be half typed. */
const typingPause = 700
/** How far below or above the window cards are asked for. */
const nearBy = '600px 0px'

/** Lets cards show what the forum finds out about their pages. Previews get cards here, posts have them. */
const enhance: EnhancePost = (text, { app, post }) => {
  if (!post) {
    const isComposed = text.closest('.Composer-preview, .Post') !== null
    if (!isComposed || app.forum['datlechin-link-preview.isOff']) return undefined
    makeCards(text, app)
  }
  const controller = new AbortController()
  const { signal } = controller
  hideBrokenPictures(text, app, signal)
  const previews = previewsOf(app)
  const waiting: HTMLAnchorElement[] = []
  for (const card of text.querySelectorAll<HTMLAnchorElement>('.LinkPreview')) {
    const address = addressOf(card)
    const known = post?.linkPreviews?.[address]
    if (post && !card.firstElementChild) card.innerHTML = cardContent(address, known ?? null)
    if (post && known !== null) continue
    if (previews.isAsked(address)) fill(card, previews, app, signal)
    else {
      showProgress(card)
      waiting.push(card)
    }
  }
  const begin = () => whenNear(waiting, signal, (card) => fill(card, previews, app, signal))
  if (post) begin()
  else {
    const timer = setTimeout(begin, typingPause)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  return () => controller.abort()
}

function whenNear(
  cards: readonly HTMLAnchorElement[],
  signal: AbortSignal,
  act: (card: HTMLAnchorElement) => void,
): void {
  if (typeof IntersectionObserver === 'undefined') {
    for (const card of cards) act(card)
    return
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        act(target as HTMLAnchorElement)
      }
    },
    { rootMargin: nearBy },
  )
  for (const card of cards) observer.observe(card)
  signal.addEventListener('abort', () => observer.disconnect())
}

function fill(card: HTMLAnchorElement, previews: Previews, app: App, signal: AbortSignal): void {
  const address = addressOf(card)
  showProgress(card)
  const forgo = previews.ask(address, (answer) => show(card, address, answer, app))
  signal.addEventListener('abort', forgo)
}

/** Bars stand for the description and the picture. */
function showProgress(card: HTMLAnchorElement): void {
  if (card.ariaBusy) return
  card.ariaBusy = 'true'
  const [description, picture] = [skeleton(), skeleton()]
  description.style.inlineSize = '80%'
  card.firstElementChild?.append(description)
  card.append(picture)
}

function skeleton(): HTMLElement {
  const bar = document.createElement('span')
  bar.className = 'Skeleton'
  return bar
}

function show(card: HTMLAnchorElement, address: string, answer: LinkPreviewAnswer, { t }: App): void {
  card.ariaBusy = null
  const failed = 'error' in answer
  card.innerHTML = cardContent(
    address,
    failed ? { title: t('link-preview.forum.failed_text'), description: address } : answer,
  )
}

function addressOf(card: HTMLAnchorElement): string {
  return card.getAttribute('href') ?? ''
}

export default enhance
