import type { App } from '@parley/client'
import { pictureName } from '../shared/picture.ts'

type Lines = () => Promise<{ default: string }>
type Tables = Readonly<Record<string, Lines>>

/** An emoji, with its texts in the language of the reader, or another. */
export interface Emoji {
  character: string
  /** Index of its category in the order of Unicode. */
  group: number
  /** The version of Unicode's emoji that brought it. */
  version: number
  /** The form with the lightest tone of skin; empty if it has none. */
  light: string
  /** English words with underscores, as many chats know them: `thumbsup`. */
  codes: readonly string[]
  name: string
  /** Further words by which it is found, separated by spaces. */
  words: string
  /** The address of the picture of a custom emoji, whose `character` is what writers type. */
  src?: string
}

/** The group of custom emoji, which is none of Unicode. */
export const customGroup = -1

// The server loads none of it: its bundle leaves the files out.
const names: Tables = import.meta.env.SSR
  ? {}
  : {
      de: () => import('../tables/names-de.json', { with: { type: 'json' } }),
      en: () => import('../tables/names-en.json', { with: { type: 'json' } }),
      fr: () => import('../tables/names-fr.json', { with: { type: 'json' } }),
      zh: () => import('../tables/names-zh.json', { with: { type: 'json' } }),
    }

const words: Tables = import.meta.env.SSR
  ? {}
  : {
      de: () => import('../tables/words-de.json', { with: { type: 'json' } }),
      en: () => import('../tables/words-en.json', { with: { type: 'json' } }),
      fr: () => import('../tables/words-fr.json', { with: { type: 'json' } }),
      zh: () => import('../tables/words-zh.json', { with: { type: 'json' } }),
    }

const characters: Tables = import.meta.env.SSR
  ? {}
  : { en: () => import('../tables/characters.json', { with: { type: 'json' } }) }

/**
 * Loads the names of emoji by the names of their pictures.
 * @throws ChunkLoadError
 */
export async function loadNames(app: App): Promise<ReadonlyMap<string, string>> {
  const [lines, labels] = await Promise.all([loadLines(app, characters), loadLines(app, names)])
  return new Map(lines.map((line, index) => [pictureName(line.split('|', 1)[0] ?? ''), labels[index] ?? '']))
}

/**
 * Loads all emoji in the order of Unicode.
 * @throws ChunkLoadError
 */
export async function loadEmoji(app: App): Promise<readonly Emoji[]> {
  const tables = [characters, names, words].map((table) => loadLines(app, table))
  const [lines = [], labels = [], tags = []] = await Promise.all(tables)
  return emojiOf(lines, labels, tags)
}

/** Makes emoji of the lines of the tables. */
export function emojiOf(
  lines: readonly string[],
  labels: readonly string[],
  tags: readonly string[],
): readonly Emoji[] {
  return lines.map((line, index) => {
    const [character = '', group, version, light = '', codes = ''] = line.split('|')
    return {
      character,
      group: Number(group),
      version: Number(version),
      light,
      codes: codes.split(' ').filter(Boolean),
      name: labels[index] ?? '',
      words: tags[index] ?? '',
    }
  })
}

/** Loads the lines of a table in the reader's language, else in that of the setting, else in English. */
async function loadLines(app: App, tables: Tables): Promise<string[]> {
  const { locale } = app.translator
  const languages = [locale, locale.split('-')[0], app.forum['flamoji.emoji_data'], 'en']
  const load = languages.map((language = '') => tables[language]).find((table) => table !== undefined)
  if (load === undefined) throw new Error('emoji have no table in English')
  return (await app.connection.load(load)).default.split('\n')
}
