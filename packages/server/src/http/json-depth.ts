const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((character) =>
  character.charCodeAt(0),
)

/** Whether lists and objects of a JSON text are nested deeper than `maximum`. Texts that are not JSON may get either answer. */
export function isDeeperThan(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) {
      depth += 1
      if (depth > maximum) return true
    } else if (code === closeList || code === closeObject) depth -= 1
  }
  return false
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
