const [quote, backslash, openList, closeList, openObject, closeObject, comma] = [...'"\\[]{},'].map(
  (character) => character.charCodeAt(0),
)

export interface JsonLimits {
  /** Maximum nesting of lists and objects. */
  depth: number
  /** Maximum number of lists, objects, and values in them. */
  values: number
}

/**
 * Finds the limit that a JSON text exceeds, without parsing the text; undefined for none. For texts that are not JSON
 * the result is arbitrary.
 */
export function exceededLimit(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  // A shorter text cannot exceed a limit.
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

/** Finds the index of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}
