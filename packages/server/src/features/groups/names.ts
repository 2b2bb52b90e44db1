import type { Context } from '../../points/context/context.ts'

/** The name of a group; names of the built-in groups are translated (api-core 2.5). */
export function nameOf(stored: string, { forum, locale }: Context): string {
  const key = `core.group.${stored.toLowerCase()}`
  const translated = forum.translate(key, undefined, locale)
  return translated === key ? stored : translated
}
