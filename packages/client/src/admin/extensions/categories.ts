const known: ReadonlySet<string> = new Set([
  'authentication',
  'core',
  'discussion',
  'feature',
  'formatting',
  'language',
  'moderation',
  'theme',
])

/** Returns the locale key of a category's name: those without a name are among the others. */
export function categoryKey(category: string): string {
  return known.has(category) ? `core.admin.nav.categories.${category}` : 'core.admin.nav.categories.other'
}
