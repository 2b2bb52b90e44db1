/** Which addresses get a card, as the settings say. */
export interface PreviewRules {
  /** Entries as `readList` gives them: if there are some, only addresses that match one get a card. */
  whitelist: readonly string[]
  /** Entries as `readList` gives them: addresses that match one get no card. */
  blacklist: readonly string[]
  /** Addresses of pictures, sounds and videos get no card. */
  skipsMedia: boolean
}

/** The number of characters an address with a card may have. */
export const LONGEST_ADDRESS = 2048

/** The number of addresses that get a card in one post, and that one batch fetches. */
export const MOST_ADDRESSES = 50

const SCHEME = /^https?:\/\//i
const MEDIA = /\.(?:jpe?g|png|gif|svg|webp|mp3|mp4|m4a|wav)$/i

/** The entries of a list of addresses, which commas or lines separate: in lower case, without space around them and scheme. */
export function readList(text: string): string[] {
  return text
    .split(/[,\r\n]/)
    .map((entry) => entry.trim().toLowerCase().replace(SCHEME, ''))
    .filter((entry) => entry !== '')
}

/**
 * The parsed address if the forum asks such ones: of http or https at its port, of bearable length, with a named host and without
 * credentials. Else null.
 */
export function readAddress(address: string): URL | null {
  if (address.length > LONGEST_ADDRESS || !SCHEME.test(address)) return null
  const url = parse(address)
  const isAsked = url && `${url.username}${url.password}` === '' && /^(?:|80|443)$/.test(url.port)
  return isAsked && !/^(?:[\d.]+|\[.*)$/.test(url.hostname) ? url : null
}

/** As `URL.parse`, which older browsers lack. */
function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** The address without scheme and without a slash at its end: what entries of lists are compared with. */
function withoutScheme(address: string): string {
  return address.replace(SCHEME, '').replace(/\/$/, '')
}

/**
 * Whether an address matches an entry of a list, in any case of letters and anywhere in it: `*` stands for any characters and `?`
 * for one. The address counts both as written and as browsers spell it, so an escaped letter does not evade an entry.
 */
function isListed(address: URL, written: string, entries: readonly string[]): boolean {
  if (entries.length === 0) return false
  const spellings = new Set([written, address.href].map((each) => withoutScheme(each).toLowerCase()))
  return entries.some((entry) => [...spellings].some((spelling) => matches(spelling, entry)))
}

/** Whether the lists of the settings let an address have a preview. False for what is no http or https address. */
export function isAllowed(
  address: string,
  { whitelist, blacklist }: Pick<PreviewRules, 'whitelist' | 'blacklist'>,
): boolean {
  const url = readAddress(address)
  if (url === null) return false
  return (whitelist.length === 0 || isListed(url, address, whitelist)) && !isListed(url, address, blacklist)
}

/** Whether a link to the address gets a card where its text is its address. */
export function isPreviewable(address: string, rules: PreviewRules): boolean {
  return !(rules.skipsMedia && MEDIA.test(address)) && isAllowed(address, rules)
}

/** Whether a link shows its own address, apart from a slash at the end and from letters that are escaped in one of both. */
export function showsItsAddress(text: string, address: string): boolean {
  const [shown, own] = [text, address].map((each) => each.trim().replace(/\/$/, ''))
  if (shown === own) return true
  return SCHEME.test(text) && spelled(text) === spelled(address)
}

/** Quotes and brackets of every kind, which posts escape in addresses, and browsers only in some places. */
const SYMBOLS = /%(?:2[2789]|3[ce]|5[b-e]|60|7[b-d])/gi

function spelled(address: string): string | undefined {
  return parse(address)
    ?.href.replace(SYMBOLS, (symbol) => decodeURIComponent(symbol))
    .replace(/\/$/, '')
}

/**
 * Whether the pattern occurs in the text. Taking the first place for each part between two `*` is enough, as a later place leaves
 * less text to the parts behind it: the time grows with the length of text times pattern, whatever they are.
 */
function matches(text: string, pattern: string): boolean {
  let from = 0
  for (const part of pattern.split('*')) {
    const at = part.includes('?') ? indexOfPart(text, part, from) : text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return true
}

/** Where a part whose `?` stand for one character each begins at or after `from`; -1 if nowhere. */
function indexOfPart(text: string, part: string, from: number): number {
  for (let start = from; start + part.length <= text.length; start++) {
    let length = 0
    while (length < part.length && (part[length] === '?' || part[length] === text[start + length])) length++
    if (length === part.length) return start
  }
  return -1
}
