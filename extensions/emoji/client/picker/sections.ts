import type { App } from '@parley/client'
import { type Category, categories, categoryNames, parseCategories } from '../../shared/categories.ts'
import { customGroup, type Emoji } from '../load-data.ts'
import { searchEmoji } from '../search/search-emoji.ts'
import { tones } from './stored.ts'

/** A part of the grid: a category, the recent emoji or what a search has found. */
export interface Section {
  name: Category | 'recents' | 'custom' | 'found'
  emoji: readonly PickedEmoji[]
}

/** An emoji as the grid shows it. */
export interface PickedEmoji {
  /** What is inserted. */
  character: string
  name: string
  /** The picture of a custom emoji. */
  src?: string | undefined
}

/** Emoji that a search in the picker finds at most. */
const mostFound = 80

/** What the picker offers by the settings of the forum. */
export function offered(app: App, all: readonly Emoji[]): readonly Emoji[] {
  const newest = Number(app.forum['flamoji.emoji_version'] ?? '16')
  const groups = [customGroup, ...chosenCategories(app).map(({ group }) => group)]
  return all.filter(({ version, group }) => version <= newest && groups.includes(group))
}

/** The categories that administrators have chosen, in their order. */
function chosenCategories({ forum }: App): readonly (typeof categories)[number][] {
  const names = parseCategories(forum['flamoji.specify_categories'] ?? '') ?? categoryNames
  return names.flatMap((name) => categories.find((category) => category.name === name) ?? [])
}

/** The sections of the picker: the recent emoji, where there are some, the categories, and custom emoji. */
export function sectionsOf(
  app: App,
  all: readonly Emoji[],
  { recents, tone }: { recents: readonly string[]; tone: string },
): readonly Section[] {
  const sections = [...chosenCategories(app), { name: 'custom', group: customGroup } as const].map(
    ({ name, group }): Section => ({
      name,
      emoji: all.filter((emoji) => emoji.group === group).map((emoji) => inTone(emoji, tone)),
    }),
  )
  const known = new Map(all.flatMap((emoji) => formsOf(emoji).map((form) => [form, emoji])))
  const recent = recents.flatMap((character) => {
    const emoji = known.get(character)
    return emoji === undefined ? [] : [{ character, name: emoji.name, src: emoji.src }]
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
function inTone({ character, light, name, src }: Emoji, tone: string): PickedEmoji {
  return { character: tone === '' || light === '' ? character : light.replaceAll('🏻', tone), name, src }
}

function formsOf({ character, light }: Emoji): string[] {
  return light === '' ? [character] : [character, ...tonesOf(light)]
}

function tonesOf(light: string): string[] {
  return tones.map((tone) => light.replaceAll('🏻', tone))
}
