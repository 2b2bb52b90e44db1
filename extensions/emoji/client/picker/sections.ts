import type { App } from '@parley/client'
import { type Category, categories, categoryNames, parseCategories } from '../../shared/categories.ts'
import type { Emoji } from '../load-data.ts'
import { searchEmoji } from '../search/search-emoji.ts'
import { tones } from './stored.ts'

/** A part of the grid: a category, the recent emoji or what a search has found. */
export interface Section {
  name: Category | 'recents' | 'found'
  emoji: readonly PickedEmoji[]
}

/** An emoji as the grid shows it. */
export interface PickedEmoji {
  character: string
  name: string
}

/** Emoji that a search in the picker finds at most. */
const mostFound = 80

/** What the picker offers by the settings of the forum. */
export function offered(app: App, all: readonly Emoji[]): readonly Emoji[] {
  const newest = Number(app.forum['flamoji.emoji_version'] ?? '16')
  const groups = chosenCategories(app).map(({ group }) => group)
  return all.filter(({ version, group }) => version <= newest && groups.some((each) => each === group))
}

/** The categories that administrators have chosen, in their order. */
function chosenCategories({ forum }: App): readonly (typeof categories)[number][] {
  const names = parseCategories(forum['flamoji.specify_categories'] ?? '') ?? categoryNames
  return names.flatMap((name) => categories.find((category) => category.name === name) ?? [])
}

/** The sections of the picker: the recent emoji, where there are some, then the categories. */
export function sectionsOf(
  app: App,
  all: readonly Emoji[],
  { recents, tone }: { recents: readonly string[]; tone: string },
): readonly Section[] {
  const sections = chosenCategories(app).map(
    ({ name, group }): Section => ({
      name,
      emoji: all.filter((emoji) => emoji.group === group).map((emoji) => inTone(emoji, tone)),
    }),
  )
  const names = new Map(all.flatMap((emoji) => formsOf(emoji).map((form) => [form, emoji.name])))
  const recent = recents.flatMap((character) => {
    const name = names.get(character)
    return name === undefined ? [] : [{ character, name }]
  })
  return [{ name: 'recents' as const, emoji: recent }, ...sections].filter(({ emoji }) => emoji.length > 0)
}

/** What a search in the picker finds. */
export function foundSection(all: readonly Emoji[], query: string, tone: string): Section {
  return {
    name: 'found',
    emoji: searchEmoji(all, query.trim(), mostFound).map((emoji) => inTone(emoji, tone)),
  }
}

/** An emoji with a tone of skin, if it has one. */
function inTone({ character, light, name }: Emoji, tone: string): PickedEmoji {
  return { character: tone === '' || light === '' ? character : light.replaceAll('🏻', tone), name }
}

function formsOf({ character, light }: Emoji): string[] {
  return light === '' ? [character] : [character, ...tonesOf(light)]
}

function tonesOf(light: string): string[] {
  return tones.map((tone) => light.replaceAll('🏻', tone))
}
