const [quote, backslash, openList, closeList, openObject, closeObject, comma] = [...'"\\[]{},'].map(
  (character) => character.charCodeAt(0),
)

export interface JsonLimits {
  /** How deep lists and objects may be nested. */
  depth: number
  /** How many lists, objects, and values in them there may be. */
  values: number
}

/**
 * What of a JSON text is beyond the limits, without reading it into memory; undefined for nothing. Texts that are not JSON may get any
 * answer.
 */
export function beyondLimits(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  // Nothing shorter can be beyond them.
  if (text.length <= Math.min(limits.depth, limits.values)) return undefined
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) {
      depth += 1
      values += 1
      if (depth > limits.depth) return 'depth'
    } else if (code === closeList || code === closeObject) depth -= 1
    else if (code === comma) values += 1
    if (values > limits.values) return 'values'
  }
  return undefined
}

/** Index of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}
