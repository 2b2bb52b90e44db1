import type { MarkupDocument, MarkupElement, MarkupNode } from './document.ts'
import { isElement } from './document.ts'
import { type RenderOptions, resolveReference } from './references.ts'
import type { Grammar } from './syntax.ts'
import { escapeMark } from './words/replacements.ts'

const inline = new Set(['em', 'strong', 'del', 'sub', 'sup', 'span', 'a', 'code', 'b', 'i', 'u', 's'])
const omitted = new Set(['blockquote', 'details'])

/**
 * The words of a document on one line, without quotations and spoilers: `contentPlain` of the contract
 * (screens 3). The result is plain text: show it as text, never as HTML.
 */
export function plainText(document: MarkupDocument, grammar: Grammar, options: RenderOptions): string {
  const words = (nodes: readonly MarkupNode[]): string => {
    let text = ''
    for (const node of nodes) {
      if (typeof node === 'string') text += node
      else if (!isElement(node)) text += words([resolveReference(node, grammar, options)])
      else if (!isOmitted(node)) {
        const content = node.children ? words(node.children) : ''
        text += inline.has(node.tag) ? content : ` ${content} `
      }
    }
    return text
  }
  return words(document.children).replaceAll(escapeMark, '').replace(/\s+/g, ' ').trim()
}

function isOmitted({ tag, attributes }: MarkupElement): boolean {
  return omitted.has(tag) || (tag === 'span' && attributes?.class === 'spoiler')
}

/** Quotes text in the forum's markup, followed by an empty line for the answer. */
export function quoteText(text: string): string {
  const lines = text.trim().split(/\r\n?|\n/)
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`
}
