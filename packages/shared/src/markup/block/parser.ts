import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it'
import type { Dialect } from '../dialect.ts'
import { createDialect, type DialectOptions } from '../dialect.ts'
import type { ParseLog } from '../limits.ts'
import { endsAtLimit, limitCode, limitRule, limitTable } from './limit-rules.ts'
import { paragraphRule } from './paragraph-rule.ts'
import { quoteRule } from './quote-rule.ts'
import type { BlockEnv, BlockRule } from './rule.ts'
import { indexBlockTags } from './tags.ts'
import { BlockToken } from './token.ts'
import { definitionRule, fenceRule, headingRule } from './visible-rules.ts'

/** markdown-it's block parser with the forum's rules for quotations, paragraphs, tags and limits. */
export interface BlockParser {
  dialect: Dialect
  /** @param used the labels that may be defined; all by default. */
  parse(source: string, log: ParseLog, used?: ReadonlySet<string>): Token[]
}

/** What a line `[10:30]: hello` does not have: the address of a site, or a path that begins like one. */
const clearTarget = /^(?:https?:|\.{0,2}\/|[?#])/i

// Sources reach the forum's own limits first.
const unlimited = 1000

/** Makes the block parser of a dialect. `parse` reports what it leaves as plain text to `log`. */
export function createBlockParser(options: DialectOptions): BlockParser {
  const markdown = createMarkdown({ html: false, linkify: false, maxNesting: unlimited })
  const dialect = createDialect(options, markdown)
  markdown.normalizeLink = (url) => dialect.linkTarget(url, false) ?? url
  // Only definitions ask.
  markdown.validateLink = (url) =>
    dialect.linkTarget(url, false) !== undefined && (!options.extras || clearTarget.test(url))
  countTokens(markdown)
  installRules(markdown, dialect)
  return {
    dialect,
    parse(source, log, used) {
      const env: BlockEnv = {
        log,
        blockTags: indexBlockTags(source, dialect.grammar.tags, log),
        openTags: [],
        references: Object.create(null),
        ...(used && { used }),
      }
      const tokens: Token[] = []
      markdown.block.parse(source, markdown, env, tokens)
      for (const label in env.references) {
        if (label) log.definitions = env.references
        break
      }
      return tokens
    },
  }
}

/** The block types that have limits, by markdown-it's token types. */
const limitedTypes: Readonly<Record<string, string>> = {
  blockquote: 'blockquote',
  spoiler: 'details',
  bullet_list: 'list',
  ordered_list: 'list',
  list_item: 'li',
  table: 'table',
  tr: 'tr',
  th: 'th',
  td: 'td',
  heading: 'heading',
  paragraph: 'p',
  fence: 'pre',
  code_block: 'pre',
  hr: 'hr',
  reference_definition: 'reference',
}

function countTokens(markdown: MarkdownIt): void {
  const { State } = markdown.block
  markdown.block.State = class CountingState extends State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const name = limitedTypes[nesting === 0 ? type : type.slice(0, type.lastIndexOf('_'))]
      if (name !== undefined) {
        const { log } = this.env as BlockEnv
        if (nesting < 0) log.close(name)
        else if (nesting > 0) log.open(name)
        else log.add(name)
      }
      if (nesting < 0) this.level -= 1
      const token = new BlockToken(type, tag, nesting, this.level)
      if (nesting > 0) this.level += 1
      this.tokens.push(token)
      return token
    }
  }
}

function installRules(markdown: MarkdownIt, { extras, grammar, normalizeLabel }: Dialect): void {
  const { ruler } = markdown.block
  const everywhere = ['paragraph', 'reference', 'blockquote', 'list']
  const withoutList = ['paragraph', 'reference', 'blockquote']
  const original = (name: string): BlockRule => {
    ruler.enableOnly([name])
    const [rule] = ruler.getRules('')
    if (!rule) throw new Error(`markdown-it has no rule ${name}`)
    return rule
  }
  const limitedRules: readonly [string, readonly string[], string[]][] = [
    ['fence', ['pre'], everywhere],
    ['hr', ['hr'], everywhere],
    ['list', ['list', 'li'], withoutList],
    ['reference', ['reference'], []],
    ['heading', ['heading'], withoutList],
  ]
  for (const [name, tags, alt] of limitedRules) ruler.at(name, limitRule(original(name), tags), { alt })
  if (extras) {
    ruler.at('reference', definitionRule(original('reference'), normalizeLabel))
    ruler.at('fence', fenceRule(original('fence')), { alt: everywhere })
    ruler.at('heading', headingRule(original('heading')), { alt: withoutList })
  }
  ruler.at('table', limitTable(original('table')), { alt: ['paragraph', 'reference'] })
  ruler.at('code', limitCode(original('code')))
  ruler.at('blockquote', quoteRule(extras), { alt: everywhere })
  ruler.at('paragraph', paragraphRule(grammar.tags))
  ruler.before('table', 'limit', endsAtLimit, { alt: ['blockquote', 'list'] })
  const order = 'limit code fence blockquote hr list reference heading paragraph'.split(' ')
  ruler.enableOnly(extras ? ['table', ...order] : order)
}
