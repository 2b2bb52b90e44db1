/** The categories of emoji, with the groups of Unicode that they stand for, in the usual order. */
export const categories = [
  { name: 'smileys', group: 0, sign: '😀' },
  { name: 'people', group: 1, sign: '👋' },
  { name: 'animals', group: 3, sign: '🐻' },
  { name: 'food', group: 4, sign: '🍔' },
  { name: 'activities', group: 6, sign: '⚽' },
  { name: 'travel', group: 5, sign: '🚗' },
  { name: 'objects', group: 7, sign: '💡' },
  { name: 'symbols', group: 8, sign: '🔣' },
  { name: 'flags', group: 9, sign: '🏁' },
] as const

/** A category of emoji. */
export type Category = (typeof categories)[number]['name']

export const categoryNames: readonly Category[] = categories.map(({ name }) => name)

/** The categories in a list in JSON, as a setting has them; undefined if it is none, or names another category. */
export function parseCategories(json: string): readonly Category[] | undefined {
  try {
    const names: unknown = JSON.parse(json)
    if (!Array.isArray(names) || names.length === 0 || new Set(names).size !== names.length) return undefined
    return names.every((name) => categoryNames.includes(name)) ? names : undefined
  } catch {
    return undefined
  }
}
