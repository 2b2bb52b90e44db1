const escapes: Record<string, string> = {
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  "'": '\\u0027',
  '\\"': '\\u0022',
}

/**
 * JSON text in which strings carry no `<`, `>`, `&`, `'` or `"` as themselves but as `\u00XX`: the same
 * JSON (`spec` api-core 1.3), and safe inside a script element.
 *
 * @throws TypeError for values that are not JSON: undefined, functions, circles, bigints.
 */
export function toWireJson(value: unknown): string {
  const json: string | undefined = JSON.stringify(value)
  if (json === undefined) throw new TypeError('The value has no JSON form')
  // `<>&'` stand in strings only. Backslashes go in pairs: `\\"` is one before the end of a string.
  return json.replace(/[<>&']|\\["\\]/g, (found) => escapes[found] ?? found)
}

/** Our time, ISO 8601 with milliseconds and `Z`, as the wire has it: `2021-01-01T00:00:00+00:00`. */
export function wireDate(iso: string): string {
  return `${iso.slice(0, 19)}+00:00`
}
