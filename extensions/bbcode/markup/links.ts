import type { InlineRule, Links, MarkupNode, PairedTag } from '@parley/shared/markup'

const host = String.raw`[a-z\d]+(?:-+[a-z\d]+)*`
const email = new RegExp(String.raw`^[a-z\d_][\w.+-]{0,63}@${host}(?:\.${host})+$`, 'i')
const longestEmail = 320

/** Values that an image's `height` and `width` may have. */
export const pixels = /^\d{1,5}$/

const anyValue = (value: string) => value

/** `[url]` and `[email]` with their target as a value, and `[img]`. */
export const linkTags: readonly PairedTag[] = [
  {
    name: 'url',
    content: 'inline',
    isLink: true,
    attributes: { url: anyValue, title: anyValue },
    defaultAttribute: 'url',
    required: ['url'],
    render: ({ attributes: { url = '', title }, children }, links) => linkTo(url, children, links, title),
  },
  {
    name: 'email',
    content: 'inline',
    isLink: true,
    attributes: { email: toEmail },
    defaultAttribute: 'email',
    required: ['email'],
    render: ({ attributes, children }, links) => emailTo(attributes.email, children, links),
  },
  {
    name: 'img',
    content: 'text',
    attributes: { src: anyValue, title: anyValue, alt: anyValue, height: toPixels, width: toPixels },
    render({ attributes: { src: typedSrc, title = '', alt = '', height, width }, text }, links) {
      const src = links.url(typedSrc ?? text)
      if (!src) return undefined
      const image = links.image(src, alt, title)
      const size = { ...(height && { height }), ...(width && { width }) }
      return { ...image, attributes: { src, title, ...image.attributes, ...size } }
    },
  },
]

/** Returns a size, or an empty string for an invalid one, which keeps the image without it. */
function toPixels(value: string): string {
  return pixels.test(value) ? value : ''
}

function linkTo(
  typed: string,
  children: readonly MarkupNode[],
  links: Links,
  title?: string,
): MarkupNode | undefined {
  const url = links.url(typed)
  return url ? links.link(url, children, title) : undefined
}

function emailTo(
  address: string | undefined,
  children: readonly MarkupNode[],
  links: Links,
): MarkupNode | undefined {
  return address ? links.link(links.mail(address), children) : undefined
}

/** Returns a trimmed email address; undefined if it is not valid. */
function toEmail(typed: string): string | undefined {
  const address = typed.trim()
  return address.length <= longestEmail && email.test(address) ? address : undefined
}

// Characters of an address. Square brackets must be in pairs, of which there may be at most four.
const plain = String.raw`[^\s[\]]`
const address = String.raw`${plain}{1,2000}(?:\[[^\s[\]/]${plain}{0,200}\]${plain}{0,200}){0,4}`
const title = String.raw`"(?<double>(?:\\.|[^"\\\n]){0,300})"|'(?<single>(?:\\.|[^'\\\n]){0,300})'|(?<word>[^\s"'\]]{0,300})`
const contentLink = new RegExp(
  String.raw`\[(?<tag>url|email)(?<number>:\d{1,9})?(?:\s{1,9}title=(?:${title}))?\s{0,9}\]` +
    String.raw`\s{0,9}(?<target>${address})\s{0,9}\[/\k<tag>\k<number>\s{0,9}\]`,
  'iy',
)

/** `[url]address[/url]` and `[email]address[/email]`: the content is the literal address, without markup. */
export const contentLinks: InlineRule = {
  triggers: '[',
  match(text, position, links) {
    contentLink.lastIndex = position
    const { tag, double, single, word, target = '' } = contentLink.exec(text)?.groups ?? {}
    if (tag === undefined) return undefined
    const quoted = (double ?? single)?.replace(/\\(.)/g, '$1')
    const node =
      tag.toLowerCase() === 'email'
        ? emailTo(toEmail(target), [target], links)
        : linkTo(target, [target], links, quoted ?? word)
    return node === undefined ? undefined : { end: contentLink.lastIndex, node }
  },
}
