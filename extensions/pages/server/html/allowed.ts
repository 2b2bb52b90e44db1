/** What raw HTML of a page keeps on our own page. All else is taken out. */

const words = (text: string) => new Set(text.split(' '))

/** Elements of HTML that stay. The contents of others stay in their place, but for those of `dropped`. */
export const elements = words(
  [
    'a abbr address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup data dd del details',
    'dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark nav ol p picture',
    'pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track',
    'tt u ul var video wbr',
  ].join(' '),
)

/** Elements that go with their contents: what runs, frames, styles, controls of forms, and what parsers read in ways of its own. */
export const dropped = words(
  [
    'applet base button datalist embed frame frameset iframe input link math meta meter noembed noframes noscript object optgroup',
    'option output plaintext progress script select style template textarea title xmp',
  ].join(' '),
)

/** Elements of drawings that stay, in their own spelling. None of them holds HTML. */
export const drawings = words(
  'circle clipPath defs ellipse g line linearGradient path polygon polyline radialGradient rect stop svg text tspan',
)

/** Attributes that any element may have. `id`, `name`, `href` and the like have rules of their own. */
const anywhere = words('align class dir hidden lang role style title translate')

const byElement: Readonly<Record<string, ReadonlySet<string>>> = {
  a: words('download hreflang'),
  area: words('alt coords shape'),
  audio: words('controls loop muted preload'),
  blockquote: words('cite'),
  col: words('span width'),
  colgroup: words('span'),
  data: words('value'),
  del: words('datetime'),
  details: words('open'),
  font: words('color face size'),
  hr: words('size width'),
  img: words('alt border decoding height loading sizes srcset width'),
  ins: words('datetime'),
  li: words('type value'),
  ol: words('reversed start type'),
  source: words('height media sizes srcset type width'),
  table: words('border cellpadding cellspacing summary width'),
  td: words('abbr colspan headers height rowspan valign width'),
  th: words('abbr colspan headers height rowspan scope valign width'),
  time: words('datetime'),
  track: words('default kind label srclang'),
  ul: words('type'),
  video: words('controls height loop muted playsinline preload width'),
}

/** What draws: numbers, colours and shapes. Names of other things (`href`) are not among them. */
const drawing = words(
  [
    'clip-path clip-rule cx cy d dx dy fill fill-opacity fill-rule font-family font-size font-weight gradientTransform gradientUnits',
    'height offset opacity points preserveAspectRatio r rx ry spreadMethod stop-color stop-opacity stroke stroke-dasharray',
    'stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor transform viewBox',
    'width x x1 x2 y y1 y2',
  ].join(' '),
)

/** Whether an element may have an attribute with any value. */
export function keepsAttribute(element: string, attribute: string, isDrawing: boolean): boolean {
  if (anywhere.has(attribute) || /^aria-[a-z]+$/.test(attribute)) return true
  return isDrawing ? drawing.has(attribute) : (byElement[element]?.has(attribute) ?? false)
}

/** The attributes with addresses, and the elements that have them. */
const addressesOf: Readonly<Record<string, ReadonlySet<string>>> = {
  href: words('a area'),
  src: words('audio img source track video'),
  poster: words('video'),
}

/** Whether an attribute of an element is an address that may stay: of the web, of mail and telephone, or a relative one. */
export function keepsAddress(element: string, attribute: string, address: string): boolean {
  if (!addressesOf[attribute]?.has(element)) return false
  // Browsers leave out these characters before they look for a scheme.
  const seen = address.replace(/[\p{Cc}\s]/gu, '')
  const [, scheme] = /^([^/?#]*?):/.exec(seen) ?? []
  if (scheme === undefined) return true
  if (attribute === 'href') return /^(https?|mailto|tel)$/i.test(scheme)
  return /^https?$/i.test(scheme) || (element === 'img' && /^data:image\//i.test(seen))
}
