import type { ReactNode } from 'react'

// Punctuation of full width stands without spaces.
const address = /https?:\/\/[^\s<>"\u3000-\u303f\uff00-\uffef]+/g
/** What ends a sentence or a bracket rather than an address. */
const end = /[\p{P}]+$/u
const keepsAtEnd = /[/_=+-]$/

/** A text in which addresses of the web are links. They open a new tab, and search engines do not count them. */
export function linkedText(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = keepsAtEnd.test(found) ? found : found.replace(end, '')
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
