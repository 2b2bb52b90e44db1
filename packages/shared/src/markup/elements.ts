/**
 * What an attribute's value may be: any `text` (no class or style), a `url`, a `flag` (present or not), one of
 * some words, or what an expression anchored at both ends matches.
 */
export type AttributeRule = 'text' | 'url' | 'flag' | readonly string[] | RegExp

/** The attributes that an element may have. */
export type AttributeRules = Readonly<Record<string, AttributeRule>>

/** Elements that may be written, with their attributes. All else is not written. */
export type ElementRules = Readonly<Record<string, AttributeRules>>

const none: AttributeRules = {}
const heading = none
const cell: AttributeRules = { scope: ['col'], 'data-align': ['center', 'end'] }
const integer = /^-?\d{1,9}$/

/** What the core writes. Syntaxes may add to it. */
export const coreElements: ElementRules = {
  p: none,
  br: none,
  hr: none,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  blockquote: none,
  details: { class: ['spoiler'] },
  ul: none,
  ol: { start: integer },
  li: { class: ['task'] },
  label: none,
  input: { type: ['checkbox'], checked: 'flag', disabled: 'flag' },
  div: { class: ['Prose-table'], tabindex: ['0'], role: ['region'] },
  table: none,
  thead: none,
  tbody: none,
  tr: none,
  th: cell,
  td: cell,
  pre: { tabindex: ['0'] },
  code: { class: /^language-\S+$/ },
  em: none,
  strong: none,
  del: none,
  sub: none,
  sup: none,
  span: { class: ['spoiler'], tabindex: ['0'] },
  a: { href: 'url', title: 'text', rel: ['ugc nofollow noopener'] },
  img: { src: 'url', alt: 'text', title: 'text', loading: ['lazy'] },
}

/** Elements that never are written, whoever asks: they run, load or frame things, or reach out of a post. */
const forbidden = new Set(
  'script style link meta base iframe frame frameset object embed applet form textarea select button svg math template slot noscript html head body title portal xmp plaintext noembed listing marquee'.split(
    ' ',
  ),
)

/**
 * The core's rules and those that syntaxes add, as one. Rules for one attribute add up.
 *
 * @throws Error for an element or attribute that could run or load something, or an expression that is not anchored.
 */
export function joinElements(added: Iterable<ElementRules>): ElementRules {
  const joined: Record<string, AttributeRules> = { ...coreElements }
  for (const rules of added) {
    for (const [tag, attributes] of Object.entries(rules)) {
      if (forbidden.has(tag) || !/^[a-z][a-z\d]*$/.test(tag)) throw new Error(`<${tag}> may not be written`)
      for (const [name, rule] of Object.entries(attributes)) checkAttribute(tag, name, rule)
      joined[tag] = joinAttributes(joined[tag] ?? none, attributes)
    }
  }
  return joined
}

function checkAttribute(tag: string, name: string, rule: AttributeRule): void {
  const isUrl = ['href', 'src', 'cite', 'poster'].includes(name)
  const isPlain =
    /^[a-z][a-z\d-]*$/.test(name) && !/^(on|srcset$|srcdoc$|action$|formaction$|ping$|id$|name$)/.test(name)
  if (!isPlain) throw new Error(`The attribute ${name} of <${tag}> may not be written`)
  if (isUrl !== (rule === 'url')) throw new Error(`The attribute ${name} of <${tag}> is a URL, or none is`)
  if (rule === 'text' && (name === 'style' || name === 'class')) {
    throw new Error(`The attribute ${name} of <${tag}> needs a narrow rule`)
  }
  const isAnchored = !(rule instanceof RegExp) || (rule.source.startsWith('^') && rule.source.endsWith('$'))
  if (!isAnchored) throw new Error(`The expression for ${name} of <${tag}> is not anchored at both ends`)
}

function joinAttributes(known: AttributeRules, added: AttributeRules): AttributeRules {
  const joined: Record<string, AttributeRule> = { ...known }
  for (const [name, rule] of Object.entries(added)) {
    const before = joined[name]
    joined[name] = before === undefined ? rule : eitherRule(before, rule)
  }
  return joined
}

function eitherRule(one: AttributeRule, other: AttributeRule): AttributeRule {
  if (typeof one === 'string' || typeof other === 'string') return one
  return new RegExp(`^(?:${sourceOf(one)}|${sourceOf(other)})$`, 'u')
}

function sourceOf(rule: readonly string[] | RegExp): string {
  if (rule instanceof RegExp) return rule.source
  return rule.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
}
