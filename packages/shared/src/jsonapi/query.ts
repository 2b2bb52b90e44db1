export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** Parameters of a request, nested by at most one level: `{ sort: '-createdAt', page: { near: 5 } }`. */
export type QueryParams = Record<string, QueryValue | Record<string, QueryValue>>

/**
 * A query string without `?`, in the given order: `sort=-createdAt&page%5Bnear%5D=5`. Lists are joined
 * by commas; null and undefined are omitted. Server and client identify a request by this string.
 */
export function buildQuery(params: QueryParams): string {
  const query = new Query()
  for (const [name, value] of Object.entries(params)) {
    if (isGroup(value)) {
      for (const [member, inner] of Object.entries(value)) query.add(`${name}[${member}]`, inner)
    } else query.add(name, value)
  }
  return query.text
}

class Query {
  text = ''

  add(name: string, value: QueryValue) {
    if (value === null || value === undefined) return
    // Commas need no encoding, and keep lists and includes legible.
    const encoded = encodeURIComponent(String(value)).replaceAll('%2C', ',')
    this.text += `${this.text && '&'}${encodeURIComponent(name)}=${encoded}`
  }
}

function isGroup(value: QueryValue | Record<string, QueryValue>): value is Record<string, QueryValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
