/**
 * The allowed values of an attribute: any `text` (not for class or style), a `url`, a `flag` (present or not), one of
 * a list of words, or any match of an expression that is anchored at both ends.
 */
export type AttributeRule = 'text' | 'url' | 'flag' | readonly string[] | RegExp

/** The attributes that an element may have. */
export type AttributeRules = Readonly<Record<string, AttributeRule>>

/** The allow-list: the elements that may be written, with their attributes. */
export type ElementRules = Readonly<Record<string, AttributeRules>>

const none: AttributeRules = {}
const heading = none
const cell: AttributeRules = { scope: ['col'], 'data-align': ['center', 'end'] }
const integer = /^-?\d{1,9}$/

/** The allow-list of the core. Syntaxes may add to it. */
const coreElements: ElementRules = {
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

/** Elements that no syntax may add: they run scripts, load or frame resources, or affect the page around a post. */
const forbidden = new Set(
  'script style link meta base iframe frame frameset object embed applet form textarea select button svg math template slot noscript html head body title portal xmp plaintext noembed listing marquee'.split(
    ' ',
  ),
)

/**
 * Merges the core's rules and those of syntaxes. Several rules for one attribute are alternatives.
 *
 * @throws Error for an element or attribute that could run a script or load a resource, or an unanchored expression.
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
  if (isUrl !== (rule === 'url'))
    throw new Error(`The rule for ${name} of <${tag}> must be ${isUrl ? '' : 'other than '}'url'`)
  if (rule === 'text' && (name === 'style' || name === 'class')) {
    throw new Error(`The attribute ${name} of <${tag}> needs a narrow rule`)
  }
  const isAnchored = !(rule instanceof RegExp) || (rule.source.startsWith('^') && rule.source.endsWith('$'))
  if (!isAnchored) throw new Error(`The expression for ${name} of <${tag}> is not anchored at both ends`)
}

function joinAttributes(existing: AttributeRules, added: AttributeRules): AttributeRules {
  const joined: Record<string, AttributeRule> = { ...existing }
  for (const [name, rule] of Object.entries(added)) {
    const before = joined[name]
    joined[name] = before === undefined ? rule : combineRules(before, rule)
  }
  return joined
}

function combineRules(one: AttributeRule, other: AttributeRule): AttributeRule {
  if (typeof one === 'string' || typeof other === 'string') return one
  return new RegExp(`^(?:${sourceOf(one)}|${sourceOf(other)})$`, 'u')
}

function sourceOf(rule: readonly string[] | RegExp): string {
  if (rule instanceof RegExp) return rule.source
  return rule.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
}
