import { eastAsian } from '../../text/characters.ts'
import { pairOf, Run } from './parts.ts'

const space = /^[\t\n\f\r\p{Zs}]$/u
const punctuation = /^[\p{P}\p{S}]$/u

/** The runs of emphasis markers that may still match; the algorithm is that of CommonMark's appendix. */
export class EmphasisRuns {
  last: Run | undefined = undefined
  private added = 0

  /** Adds the run of `length` equal markers at `start`. */
  add(text: string, start: number, length: number): Run {
    const marker = text.charAt(start)
    const before = classBefore(text, start)
    const after = classAfter(text, start + length)
    const isLeft = after !== 's' && (after !== 'p' || before !== 'w')
    const isRight = before !== 's' && (before !== 'p' || after !== 'w')
    const splitsWords = marker !== '_'
    const canOpen = isLeft && (splitsWords || !isRight || isPunctuation(before))
    const canClose = isRight && (splitsWords || !isLeft || isPunctuation(after))
    const run = new Run(marker, length, canOpen, canClose, this.last)
    run.index = this.added++
    if (canOpen || canClose) {
      if (this.last) this.last.next = run
      this.last = run
    }
    return run
  }

  /** Matches the runs after `bottom` and removes them. */
  match(bottom: Run | undefined): void {
    if (this.last === bottom) return
    const exhausted = new Int32Array(kinds)
    let closer = bottom ? bottom.next : this.first(bottom)
    while (closer) {
      if (!closer.canClose) {
        closer = closer.next
        continue
      }
      const key = kindOf(closer)
      const opener = findOpener(closer, bottom, exhausted[key] ?? 0)
      if (opener) {
        this.pair(opener, closer)
        if (closer.left > 0) continue
      } else {
        exhausted[key] = closer.index
        if (closer.canOpen) {
          closer = closer.next
          continue
        }
      }
      const { next }: Run = closer
      this.remove(closer)
      closer = next
    }
    this.last = bottom
    if (bottom) bottom.next = undefined
  }

  private first(bottom: Run | undefined): Run | undefined {
    let run = this.last
    while (run?.previous && run.previous !== bottom) run = run.previous
    return run
  }

  private pair(opener: Run, closer: Run): void {
    const isDouble = opener.left >= 2 && closer.left >= 2
    const pair = pairOf(opener.marker === '~' ? 'del' : isDouble ? 'strong' : 'em')
    opener.left -= isDouble ? 2 : 1
    closer.left -= isDouble ? 2 : 1
    opener.opens ??= []
    opener.opens.push(pair)
    closer.closes ??= []
    closer.closes.push(pair)
    opener.next = closer
    closer.previous = opener
    if (opener.left === 0) this.remove(opener)
  }

  private remove(run: Run): void {
    if (run.previous) run.previous.next = run.next
    if (run.next) run.next.previous = run.previous
    else if (this.last === run) this.last = run.previous
  }
}

const kinds = 18

/** A number that closers share if the same openers match them. */
function kindOf({ marker, canOpen, length }: Run): number {
  const base = marker === '*' ? 0 : marker === '_' ? 6 : 12
  return base + (canOpen ? 3 : 0) + (length % 3)
}

/** Searches back to the run of index `from`; earlier ones do not match. */
function findOpener(closer: Run, bottom: Run | undefined, from: number): Run | undefined {
  let opener = closer.previous
  while (opener && opener !== bottom && opener.index >= from) {
    if (opener.marker === closer.marker && opener.canOpen && !isOdd(opener, closer)) return opener
    opener = opener.previous
  }
  return undefined
}

/** Rules 9 and 10 of CommonMark's emphasis. */
function isOdd(opener: Run, closer: Run): boolean {
  if (!closer.canOpen && !opener.canClose) return false
  return closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0
}

/** A space, punctuation or a part of a word; `P` and `W` of Chinese, Japanese and Korean, which have no spaces between words. */
type CharacterClass = 's' | 'p' | 'P' | 'w' | 'W'

function isPunctuation(found: CharacterClass): boolean {
  return found === 'p' || found === 'P'
}

function classBefore(text: string, position: number): CharacterClass {
  if (position === 0) return 's'
  const code = text.charCodeAt(position - 1)
  if (code >= 0xdc00 && code <= 0xdfff && position > 1) return classOf(text.slice(position - 2, position))
  return asciiClass(code) ?? classOf(text.charAt(position - 1))
}

function classAfter(text: string, position: number): CharacterClass {
  if (position >= text.length) return 's'
  const code = text.charCodeAt(position)
  return asciiClass(code) ?? classOf(String.fromCodePoint(text.codePointAt(position) ?? 0))
}

function asciiClass(code: number): CharacterClass | undefined {
  if (code > 126) return undefined
  if (code <= 32) return 's'
  const isWord = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return isWord ? 'w' : 'p'
}

const classes = new Map<string, CharacterClass>()

/** Whether a character is a space, punctuation or part of a word. Remembers a thousand characters. */
function classOf(character: string): CharacterClass {
  let found = classes.get(character)
  if (!found) {
    found = space.test(character) ? 's' : punctuation.test(character) ? 'p' : 'w'
    if (found !== 's' && eastAsian.test(character)) found = found === 'p' ? 'P' : 'W'
    if (classes.size < 1000) classes.set(character, found)
  }
  return found
}
