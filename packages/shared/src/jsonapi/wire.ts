/** What must not stand in JSON as itself, most frequent first. All of it stands in strings only. */
const markup: readonly (readonly [search: RegExp, character: string, escape: string])[] = [
  [/</g, '<', '\\u003C'],
  [/>/g, '>', '\\u003E'],
  [/&/g, '&', '\\u0026'],
  [/'/g, "'", '\\u0027'],
]

/**
 * JSON text in which strings carry no `<`, `>`, `&`, `'` or `"` as themselves but as `\u00XX`: the same
 * JSON (`spec` api-core 1.3), and safe inside a script element.
 *
 * @throws TypeError for values that are not JSON: undefined, functions, circles, bigints.
 */
export function toWireJson(value: unknown): string {
  let json: string | undefined = JSON.stringify(value)
  if (json === undefined) throw new TypeError('The value has no JSON form')
  // Each pattern is a fixed text and so is what replaces it: V8 then counts the matches and writes the result once,
  // where a function would be called, and pieces of text kept, for every single match.
  for (const [search, character, by] of markup) {
    if (json.includes(character)) json = json.replace(search, by)
  }
  return json.includes('\\"') ? escapeQuotes(json) : json
}

/**
 * Backslashes come in pairs: in `\\"` the quotation mark ends the string. So pairs are put aside as line breaks, which never
 * stand in this JSON as themselves.
 */
function escapeQuotes(json: string): string {
  if (!json.includes('\\\\')) return json.replace(/\\"/g, '\\u0022')
  return json.replace(/\\\\/g, '\n').replace(/\\"/g, '\\u0022').replace(/\n/g, '\\\\')
}

/** Our time, ISO 8601 with milliseconds and `Z`, as the wire has it: `2021-01-01T00:00:00+00:00`. */
export function wireDate(iso: string): string {
  return `${iso.slice(0, 19)}+00:00`
}
