import { Parser } from 'htmlparser2'
import { LONGEST_ADDRESS } from '../../shared/rules.ts'
import { cleanText, longest, type PageFacts } from './facts.ts'
import { bestIcon, type IconLink } from './icons.ts'

/** Where each fact comes from: the first that is not empty (api-extensions 24). */
const sources = {
  title: ['title', 'og:title', 'twitter:title'],
  description: ['description', 'og:description', 'twitter:description'],
  image: ['image', 'og:image', 'twitter:image'],
  siteName: ['og:site_name', 'twitter:site'],
} as const

type Source = (typeof sources)[keyof typeof sources][number]

const metaNames: ReadonlySet<string> = new Set(
  Object.values(sources)
    .flat()
    .filter((name) => name !== 'title'),
)

/** Characters of a text that are read, and `link` elements with icons. */
const mostCharacters = 4096
const mostIcons = 20
/** Elements inside each other: the parser looks through all of them for each tag. */
const deepest = 500

/** Reads a page piece by piece, up to the end of its head; further if it has no title until then. */
export class PageParser {
  readonly #parser: Parser
  readonly #values = new Map<Source, string>()
  readonly #icons: IconLink[] = []
  #base: string | undefined
  #title: string | undefined
  /** `svg` elements that are open: their titles are not that of the page. */
  #drawings = 0
  #depth = 0
  #isDone = false

  constructor() {
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => this.#addToTitle(text),
      onclosetag: (name) => this.#close(name),
    })
  }

  /** Whether the rest of the page tells nothing more. */
  get isDone(): boolean {
    return this.#isDone
  }

  write(text: string): void {
    if (!this.#isDone) this.#parser.write(text)
  }

  /** What the page says of itself. @param url its address, behind redirects. */
  end(url: URL): PageFacts {
    if (!this.#isDone) this.#parser.end()
    const base = (this.#base !== undefined && URL.parse(this.#base, url)) || url
    const image = this.#first('image')?.trim() ?? ''
    const isShort = image !== '' && image.length <= LONGEST_ADDRESS
    return {
      site_name: this.#text('siteName'),
      title: this.#text('title'),
      description: this.#text('description'),
      image: isShort ? image : null,
      picture: isShort ? webAddress(image, base) : null,
      icon: webAddress(bestIcon(this.#icons), base),
    }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1
    if (this.#depth > deepest) this.#stop()
    if (name === 'title' && this.#drawings === 0) this.#title ??= ''
    else if (name === 'meta') this.#readMeta(attributes)
    else if (name === 'link') this.#readLink(attributes)
    else if (name === 'base') this.#base ??= attributes.href
    else if (name === 'svg') this.#drawings += 1
    else if (name === 'body') this.#endHead()
  }

  #close(name: string): void {
    this.#depth -= 1
    if (name === 'title' && this.#drawings === 0) this.#endTitle()
    else if (name === 'svg') this.#drawings -= 1
    else if (name === 'head') this.#endHead()
  }

  #addToTitle(text: string): void {
    if (this.#title !== undefined && this.#title.length < mostCharacters) this.#title += text
  }

  #endTitle(): void {
    this.#keep('title', this.#title)
    this.#title = undefined
  }

  #endHead(): void {
    if (this.#first('title') !== undefined) this.#stop()
  }

  /** Has the parser leave what it has not read yet. */
  #stop(): void {
    this.#isDone = true
    this.#parser.pause()
  }

  #readMeta({ name, property, itemprop, content }: Readonly<Record<string, string>>): void {
    for (const each of [name, property]) {
      const source = each?.trim().toLowerCase() ?? ''
      if (metaNames.has(source)) this.#keep(source as Source, content)
    }
    if (itemprop?.trim().toLowerCase() === 'image') this.#keep('image', content)
  }

  #readLink({
    rel = '',
    href = '',
    type = '',
    sizes = '',
    itemprop,
  }: Readonly<Record<string, string>>): void {
    if (itemprop?.trim().toLowerCase() === 'image') this.#keep('image', href)
    if (/icon/i.test(rel) && href.trim() !== '' && this.#icons.length < mostIcons)
      this.#icons.push({ href, rel, type, sizes })
  }

  #keep(source: Source, value = ''): void {
    const text = value.slice(0, mostCharacters)
    if (!this.#values.has(source) && cleanText(text, mostCharacters) !== null) this.#values.set(source, text)
  }

  #first(fact: keyof typeof sources): string | undefined {
    const source = sources[fact].find((each) => this.#values.has(each))
    return source && this.#values.get(source)
  }

  #text(fact: keyof typeof longest): string | null {
    const text = this.#first(fact)
    return text === undefined ? null : cleanText(text, longest[fact])
  }
}

/** The absolute address of what a page refers to; null if it is not of http or https. */
function webAddress(reference: string | undefined, base: URL): string | null {
  const url = reference === undefined ? null : URL.parse(reference.trim(), base)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.href.length <= LONGEST_ADDRESS ? url.href : null
}
