/** A custom emoji, as the API names its attributes (api-extensions 21). */
export interface CustomEmoji {
  /** Its name; null without one. */
  title: string | null
  /** What writers type for it. */
  text_to_replace: string
  /** The address of its picture: of another site, or a path of the forum. */
  path: string
}

/** How many custom emoji a forum may have: every process keeps all of them in memory. */
export const mostCustomEmoji = 2000

/** The characters that the texts to replace of all custom emoji may have together: they become one expression. */
export const mostCharacters = 50_000

/** The longest text of each attribute, in characters. */
export const longestText = 255

/**
 * The address of a picture, with all characters that an attribute of posts may not have encoded.
 * @param baseUrl the forum's, without a slash at the end.
 */
export function pictureAddress(path: string, baseUrl: string): string {
  const url = isUrl(path) ? path : `${baseUrl}/${path.replace(/^\/+/, '')}`
  return url.replace(/[^!-[\]-~]/gu, encodeURIComponent)
}

/** What stands for the picture where it cannot be seen: the title, or what was typed. */
export function pictureWords({ title, text_to_replace }: CustomEmoji): string {
  return title?.trim() ? title : text_to_replace
}

/**
 * Whether a text may be the address of a picture: one of http or https, or a path of the forum without scheme, host and `..`.
 * Neither has quotation marks, angle brackets, backslashes or control characters.
 */
export function isPicturePath(path: string): boolean {
  if (/["<>\\\p{Cc}]/u.test(path) || path.trim() !== path) return false
  if (isUrl(path)) return URL.canParse(path) && !/\s/.test(path)
  const dots = path.replace(/%2e/gi, '.')
  return !(dots.includes('..') || /^\/\/|'/.test(path) || /^[a-z][a-z\d+.-]*:/i.test(path))
}

function isUrl(path: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(path)
}
