import { excerptLengths, excerptText } from '@parley/shared/excerpt'
import { excerptAround, markWords, type TextPart } from '@parley/shared/highlight'
import type { SearchWord } from '@parley/shared/words'
import type { ReactNode } from 'react'
import type { StoreRecord } from '../../store/record.ts'

interface MarkedProps {
  text: string
  words: readonly SearchWord[]
}

/** A text in which the words of a search are marked. */
export function MarkedText({ text, words }: MarkedProps): ReactNode {
  return renderParts(markWords(text, words))
}

interface MarkedExcerptProps {
  post: StoreRecord<'posts'> | undefined
  words: readonly SearchWord[]
}

/**
 * The part of a post's text around the found words; nothing for posts without text. Quotations and struck text are left
 * out, unless only they have the words.
 */
export function MarkedExcerpt({ post, words }: MarkedExcerptProps): ReactNode {
  if (!post?.contentHtml) return null
  const { contentHtml } = post
  const around = (isWhole: boolean) =>
    excerptAround(excerptText(contentHtml, { isWhole }), words, excerptLengths.highlight)
  const own = around(false)
  if (hasFound(own)) return renderParts(own)
  const whole = around(true)
  return renderParts(hasFound(whole) ? whole : own)
}

function hasFound(parts: readonly TextPart[]): boolean {
  return parts.some(({ isFound }) => isFound)
}

function renderParts(parts: readonly TextPart[]): ReactNode {
  let offset = 0
  return parts.map(({ text, isFound }) => {
    const key = offset
    offset += text.length
    return isFound ? <mark key={key}>{text}</mark> : text
  })
}
