import type { Line } from './edit.ts'

/** What stands before the text of a line. All parts may be empty. */
export interface LineParts {
  /** Marks of quotations and spoilers: `> >! `. */
  quote: string
  /** Blanks before the mark of a list. */
  indent: string
  /** The mark of a list item without the blanks behind it: `-`, `3.`. */
  marker: string
  /** The blanks behind it. */
  gap: string
  /** The mark of a heading: `## `. */
  heading: string
  /** The rest. */
  text: string
}

const pattern = /^((?: {0,3}(?:>!(?!.*!<)|>(?!!)) ?)*)(?:( *)([-*+]|\d{1,9}[.)])( +|$))?(#{1,6} +)?(.*)$/s

/** Takes a line apart. */
export function partsOf(line: string): LineParts {
  const [, quote = '', indent = '', marker = '', gap = '', heading = '', text = ''] = pattern.exec(line) ?? []
  return { quote, indent, marker, gap, heading, text }
}

/** What kind of list a marker begins. */
export function isNumber(marker: string): boolean {
  return /^\d/.test(marker)
}

const fence = /^(?: {0,3}(?:>!(?!.*!<)|>(?!!)) ?)* {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/** The fence with which a line begins: its characters; undefined without one. */
function fenceOf(line: string): string | undefined {
  return fence.exec(line)?.[1]
}

/** The block of code around a line: the lines of its fences, the closing one only if there is one. */
export interface CodeBlock {
  opening: Line
  closing: Line | undefined
}

/** Finds the fenced code that a position is in, also on the lines of its fences. */
export function codeAround(text: string, position: number): CodeBlock | undefined {
  // Without a fence nothing needs to be read.
  if (!text.includes('```') && !text.includes('~~~')) return undefined
  let opening: Line | undefined
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next === -1 ? text.length : next
    const line = { start, end, text: text.slice(start, end) }
    const characters = fenceOf(line.text)
    if (opening === undefined) {
      if (start > position) return undefined
      if (characters !== undefined) opening = line
    } else if (closes(characters, opening, line)) {
      if (position <= end) return { opening, closing: line }
      opening = undefined
    }
    start = end + 1
  }
  return opening && { opening, closing: undefined }
}

function closes(characters: string | undefined, opening: Line, { text }: Line): boolean {
  const begun = fenceOf(opening.text) ?? ''
  return characters?.startsWith(begun) === true && text.trimEnd().endsWith(characters)
}

/** Whether a line has nothing but blanks and marks of quotations. */
export function isBlank(line: string): boolean {
  return /^(?: {0,3}>!? ?)*\s*$/.test(line)
}
