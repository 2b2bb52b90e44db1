/** The ids in the stored text of a setting that is some tags; none for a text that is no JSON array. */
export function readIds(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

/** The stored text once a tag is chosen or no longer chosen. Without tags it is `none`, as it was before. */
export function toggledIds(text: string, id: string, none: string): string {
  const ids = readIds(text)
  const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
  if (next.length === 0) return readIds(none).length === 0 ? none : '[]'
  return JSON.stringify(next.map(Number).sort((a, b) => a - b))
}
