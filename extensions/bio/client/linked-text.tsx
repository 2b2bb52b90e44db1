import type { ReactNode } from 'react'

// Punctuation of full width stands without spaces.
const address = /https?:\/\/[^\s<>"\u3000-\u303f\uff00-\uffef]+/gi
const complete = /^https?:\/\/[\p{L}\p{N}[]/iu
const punctuation = /\p{P}/u
/** Punctuation that may end an address. */
const ofAddresses = '/_-&#%@'
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** A text in which addresses of the web are links. They open a new tab, and search engines do not count them. */
export function linkedText(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutEnd(found)
    if (!complete.test(url)) continue
    parts.push(
      text.slice(done, index),
      <a key={index} href={url} rel="nofollow ugc noopener" target="_blank">
        {url}
      </a>,
    )
    done = index + url.length
  }
  return [...parts, text.slice(done)]
}

/** An address without what ends the sentence: punctuation, and brackets that were opened before it. */
function withoutEnd(found: string): string {
  const surplus = new Map<string, number>()
  for (const [close, open] of Object.entries(brackets)) {
    surplus.set(close, found.split(close).length - found.split(open).length)
  }
  let end = found.length
  while (end > 0) {
    const last = found.charAt(end - 1)
    const isClosing = last in brackets
    if (isClosing ? (surplus.get(last) ?? 0) <= 0 : !punctuation.test(last) || ofAddresses.includes(last))
      break
    if (isClosing) surplus.set(last, (surplus.get(last) ?? 0) - 1)
    end -= 1
  }
  return found.slice(0, end)
}
