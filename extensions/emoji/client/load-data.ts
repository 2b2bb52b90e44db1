import type { App } from '@parley/client'
import { pictureName } from '../shared/picture.ts'

type Lines = () => Promise<{ default: string }>

/** Names of emoji by language. */
const names: Readonly<Record<string, Lines>> = {
  de: () => import('../data/names-de.json', { with: { type: 'json' } }),
  en: () => import('../data/names-en.json', { with: { type: 'json' } }),
  fr: () => import('../data/names-fr.json', { with: { type: 'json' } }),
  zh: () => import('../data/names-zh.json', { with: { type: 'json' } }),
}

const characters: Lines = () => import('../data/characters.json', { with: { type: 'json' } })

/**
 * Loads the lines of a table that has a language, those in English for other languages.
 * @throws ChunkLoadError
 */
async function loadLines(app: App, load: Lines): Promise<string[]> {
  return (await app.connection.load(load)).default.split('\n')
}

function inLanguage(app: App, tables: Readonly<Record<string, Lines>>): Lines {
  const { locale } = app.translator
  const table = tables[locale] ?? tables[locale.split('-')[0] ?? ''] ?? tables.en
  if (table === undefined) throw new Error('there is no table in English')
  return table
}

/** Loads the names of emoji in the reader’s language, else in English, by the names of their pictures. */
export async function loadNames(app: App): Promise<ReadonlyMap<string, string>> {
  const [lines, labels] = await Promise.all([
    loadLines(app, characters),
    loadLines(app, inLanguage(app, names)),
  ])
  return new Map(lines.map((line, index) => [pictureName(line.split('|', 1)[0] ?? ''), labels[index] ?? '']))
}
