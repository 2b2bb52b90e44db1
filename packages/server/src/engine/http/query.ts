/** Parameters beyond these limits are dropped: honest requests need less, and attacks stay cheap for the server. */
const maximumParameters = 500
const maximumDepth = 5
const maximumListIndex = 999

interface Nested {
  [name: string]: string | Nested
}

/**
 * Reads a query string or form body with bracketed names nested: `page[near]=5` gives `{ page: { near: '5' } }`,
 * `id[]=1&id[]=2` gives `{ id: ['1', '2'] }`. The last of repeated values counts.
 */
export function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return {}
  const query: Nested = Object.create(null)
  let start = 0
  for (let parameters = 0; start <= text.length && parameters < maximumParameters; parameters++) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) addParameter(query, text.slice(start, end))
    start = end + 1
  }
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, withLists(value)]))
}

function addParameter(query: Nested, parameter: string): void {
  const equals = parameter.indexOf('=')
  const name = decode(equals === -1 ? parameter : parameter.slice(0, equals))
  const value = equals === -1 ? '' : decode(parameter.slice(equals + 1))
  const bracket = name.indexOf('[')
  if (bracket <= 0) {
    query[name] = value
    return
  }
  const steps = stepsOf(name, bracket)
  if (steps.length > maximumDepth) return
  let node = query
  for (const [index, step] of steps.entries()) {
    const key = step === '' ? String(Object.keys(node).length) : step
    if (index === steps.length - 1) {
      node[key] = value
      return
    }
    const existing = node[key]
    const next: Nested = typeof existing === 'object' ? existing : Object.create(null)
    node[key] = next
    node = next
  }
}

/** Splits `filter[id][]` into `filter`, `id`, ''; text after the last closing bracket is ignored. */
function stepsOf(name: string, bracket: number): string[] {
  const steps = [name.slice(0, bracket)]
  let open = bracket
  while (name[open] === '[') {
    const close = name.indexOf(']', open)
    if (close === -1) break
    steps.push(name.slice(open + 1, close))
    open = close + 1
  }
  return steps
}

/** Converts records whose names are 0, 1, 2 … to lists. */
function withLists(value: string | Nested): unknown {
  if (typeof value === 'string') return value
  const entries = Object.entries(value)
  const isList =
    entries.length <= maximumListIndex && entries.every(([name], index) => name === String(index))
  if (isList) return entries.map(([, inner]) => withLists(inner))
  return Object.fromEntries(entries.map(([name, inner]) => [name, withLists(inner)]))
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
