/** Characters to escape in JSON, most frequent first. JSON has them in strings only. */
const markup: readonly (readonly [search: RegExp, character: string, escape: string])[] = [
  [/</g, '<', '\\u003C'],
  [/>/g, '>', '\\u003E'],
  [/&/g, '&', '\\u0026'],
  [/'/g, "'", '\\u0027'],
]

/**
 * JSON in which strings have `<`, `>`, `&`, `'` and `"` escaped as `\u00XX`: it parses to the same value
 * (api-core 1.3) and is safe inside a script element.
 *
 * @throws TypeError for values that JSON cannot hold: undefined, functions, circular objects, bigints.
 */
export function toWireJson(value: unknown): string {
  let json: string | undefined = JSON.stringify(value)
  if (json === undefined) throw new TypeError('The value has no JSON form')
  // With fixed patterns and fixed replacements, V8 counts the matches and writes the result once. With a replacement
  // function, V8 would call the function and keep a piece of text for every match.
  for (const [search, character, replacement] of markup) {
    if (json.includes(character)) json = json.replace(search, replacement)
  }
  return json.includes('\\"') ? escapeQuotes(json) : json
}

/**
 * Backslashes come in pairs: in `\\"` the quotation mark ends the string. So line breaks, which JSON never holds
 * unescaped, stand in for the pairs during the replacement.
 */
function escapeQuotes(json: string): string {
  if (!json.includes('\\\\')) return json.replace(/\\"/g, '\\u0022')
  return json.replace(/\\\\/g, '\n').replace(/\\"/g, '\\u0022').replace(/\n/g, '\\\\')
}

/** Converts a stored time (ISO 8601 with milliseconds and `Z`) to its wire format: `2021-01-01T00:00:00+00:00`. */
export function wireDate(iso: string): string {
  return `${iso.slice(0, 19)}+00:00`
}
