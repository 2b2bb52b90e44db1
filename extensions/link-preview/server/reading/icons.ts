/** A `link` element with an icon. */
export interface IconLink {
  href: string
  rel: string
  type: string
  sizes: string
}

/** The size at which cards show icons, in pixels. */
const wanted = 64
/** What the size of an icon usually is that says none. */
const usual = { icon: 32, touch: 180 }

const shownTypes = /^image\/(?:png|webp|jpe?g|gif)$/
const shownEndings = /\.(?:png|webp|jpe?g|gif)(?:[?#]|$)/i
const otherEndings = /\.(?:svgz?|ico|cur|icns)(?:[?#]|$)/i

/** The icon that suits a card best: its `href`. Undefined if there is none that the forum can show. */
export function bestIcon(links: readonly IconLink[]): string | undefined {
  let best: { href: string; distance: number } | undefined
  for (const link of links) {
    const distance = distanceOf(link)
    if (distance !== undefined && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { href: link.href, distance }
  }
  return best?.href
}

/** How far an icon is from what is wanted: in doublings of its size. Undefined for one that cannot be shown. */
function distanceOf({ href, rel, type, sizes }: IconLink): number | undefined {
  const relations = rel.toLowerCase().split(/\s+/)
  const isTouch = relations.some((each) => /^apple-touch-icon(?:-precomposed)?$/.test(each))
  if (!isTouch && !relations.includes('icon')) return undefined
  const isShown = shownTypes.test(type.trim().toLowerCase()) || shownEndings.test(href)
  if (!isShown && (type.trim() !== '' || otherEndings.test(href))) return undefined
  // What a touch icon has is a PNG; of another without type and ending this may be wrong.
  const doubt = isShown || isTouch ? 0 : 4
  return doubt + Math.abs(Math.log2(sizeOf(sizes, isTouch) / wanted))
}

function sizeOf(sizes: string, isTouch: boolean): number {
  const widths = [...sizes.slice(0, 200).matchAll(/(\d{1,4})x\d{1,4}/gi)].map(([, width]) => Number(width))
  const near = widths.filter((width) => width > 0).toSorted((one, other) => distance(one) - distance(other))
  return near[0] ?? (isTouch ? usual.touch : usual.icon)
}

function distance(width: number): number {
  return Math.abs(Math.log2(width / wanted))
}
