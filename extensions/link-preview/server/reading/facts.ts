import { z } from 'zod'

/** What a page says of itself, as the forum keeps it. */
const pageFacts = z.object({
  site_name: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  /** The address of its picture, as the page gives it. */
  image: z.string().nullable(),
  /** The absolute address of its picture. */
  picture: z.string().nullable(),
  /** The absolute address of an icon of the site. */
  icon: z.string().nullable(),
})

export type PageFacts = z.infer<typeof pageFacts>

/** The facts that a text in the cache holds; undefined if it holds none. */
export function readStoredFacts(stored: string): PageFacts | undefined {
  try {
    return pageFacts.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined
  }
}

/** Characters that a text of a page may have. */
export const longest = { title: 300, description: 500, siteName: 100 } as const

const invisible = /(?!\s)[\p{Cc}\p{Bidi_Control}\u200b\u2060]/gu
/** Not shown by themselves: a text may have them, but not be nothing else. */
const unseen = /[\p{Default_Ignorable_Code_Point}\s]/gu
const segmenter = new Intl.Segmenter()

/**
 * A text of a page for a line of its own: without control characters and those that turn the direction of what follows, and
 * with `most` characters at most. Null if nothing is left.
 */
export function cleanText(text: string, most: number): string | null {
  const clean = text.toWellFormed().replace(invisible, '').replace(/\s+/g, ' ').trim()
  return clean.replace(unseen, '') === '' ? null : shorten(clean, most)
}

function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  let end = 0
  for (const { index, segment } of segmenter.segment(text.slice(0, most)))
    if (index + segment.length < most) end = index + segment.length
  return `${text.slice(0, end).trimEnd()}…`
}
