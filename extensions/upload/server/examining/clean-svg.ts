import { readFile, writeFile } from 'node:fs/promises'
import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'

/** The longest drawing, in bytes: what is longer is none that people have drawn. */
const longest = 5 * 1024 ** 2

/** The most elements inside each other: more take a parser forever. */
const deepest = 500

const namespace = 'http://www.w3.org/2000/svg'
const animations = ['animate', 'animatecolor', 'animatemotion', 'animatetransform', 'set']
/** What of the attributes names something else: only a part of the same drawing may be named. */
const reference = /^(?:xlink:)?href$/i
const remote =
  /url\s*\(\s*(?!["']?\s*#)|@import|image-set|image\s*\(|src\s*\(|\\|javascript:|expression\s*\(/i

export interface Cleaning {
  from: string
  /** Where the clean drawing goes. */
  to: string
  /** Whether `animate` stays. */
  animates: boolean
}

/**
 * Writes an SVG without what could act or load: scripts, event handlers, links elsewhere, foreign elements, styles, pictures.
 * @returns whether the file is an SVG at all.
 */
export async function cleanSvg({ from, to, animates }: Cleaning): Promise<boolean> {
  const bytes = await readFile(from)
  if (bytes.length > longest) return false
  const text = bytes.toString('utf8')
  if (depthOf(text) > deepest) return false
  const root = parse(text)
  if (!root) return false
  const { window, svg } = root
  const purify = createDOMPurify(window)
  purify.addHook('uponSanitizeAttribute', (node, attribute) => {
    const { attrName, attrValue } = attribute
    const isReference = reference.test(attrName)
    const aims = attrName.toLowerCase() === 'attributename' && /href|^on|style/i.test(attrValue)
    if ((isReference && !/^\s*#/.test(attrValue)) || remote.test(attrValue) || aims) {
      attribute.keepAttr = false
      node.removeAttribute(attrName)
    }
  })
  try {
    purify.sanitize(svg as unknown as Node as never, {
      IN_PLACE: true,
      USE_PROFILES: { svg: true, svgFilters: true },
      ADD_TAGS: animates ? ['animate'] : [],
      FORBID_TAGS: [
        ...['style', 'image', 'feimage', 'foreignobject', 'script'],
        ...(animates ? animations.filter((name) => name !== 'animate') : animations),
      ],
      ALLOW_DATA_ATTR: false,
      KEEP_CONTENT: false,
    })
  } catch {
    // The root itself is none that is allowed.
    return false
  }
  await writeFile(to, new window.XMLSerializer().serializeToString(svg))
  return true
}

/** How many elements stand inside each other, counted without a parser: comments count, too. */
function depthOf(text: string): number {
  let depth = 0
  let greatest = 0
  for (const [, end, single] of text.matchAll(/<(\/?)[a-z_][^<>]*?(\/?)>/gi)) {
    if (end) depth -= 1
    else if (!single) depth += 1
    greatest = Math.max(greatest, depth)
  }
  return greatest
}

/** The drawing of a text; undefined for what is no whole SVG. */
function parse(text: string): { window: JSDOM['window']; svg: Element } | undefined {
  try {
    const { window } = new JSDOM(text, { contentType: 'image/svg+xml' })
    const svg = window.document.documentElement
    return svg.localName === 'svg' && svg.namespaceURI === namespace ? { window, svg } : undefined
  } catch {
    return undefined
  }
}
