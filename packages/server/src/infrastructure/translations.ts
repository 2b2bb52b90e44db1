import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTranslator, type MessageParam, type Translator } from '@parley/shared/i18n'
import { compileMessages, type MessageTree, parseMessages } from '@parley/shared/i18n/parse'
import { parse } from 'yaml'

const fallbackLocale = 'en'
const coreFolder = fileURLToPath(new URL('.', import.meta.resolve('@parley/shared/locale/en.yml')))

/** The texts of a forum in every locale it has. */
export interface Translations {
  /** Codes of the locales there are texts in. */
  readonly locales: ReadonlySet<string>
  /** The text of a key, English where the locale lacks it; the key itself where there is none. */
  translate(key: string, params: Record<string, unknown> | undefined, locale: string): string
}

/** A locale with a tree of it. */
type LocaleTree = readonly [locale: string, tree: MessageTree]

/** The trees of each file, until it changes: every rebuild of a forum reads all of them. */
const files = new Map<string, { version: string; tree: MessageTree }>()
let latest: { from: readonly LocaleTree[]; translations: Translations } | undefined

/**
 * Reads the texts of the core and of extensions: `<locale>.yml` in each folder. Files that are as they were last time
 * are not read again. Rejects with the file's name when one cannot be read, and with the key when a text is not ICU
 * MessageFormat.
 */
export async function loadTranslations(folders: readonly string[]): Promise<Translations> {
  const from: LocaleTree[] = []
  for (const folder of [coreFolder, ...folders]) from.push(...(await readFolder(folder)))
  const isLatest =
    latest?.from.length === from.length &&
    latest.from.every(([locale, tree], index) => locale === from[index]?.[0] && tree === from[index][1])
  if (!latest || !isLatest) latest = { from, translations: translationsFrom(from) }
  return latest.translations
}

function translationsFrom(from: readonly LocaleTree[]): Translations {
  const trees = new Map<string, MessageTree[]>()
  for (const [locale, tree] of from) trees.set(locale, [...(trees.get(locale) ?? []), tree])
  const english = translatorOf(fallbackLocale, trees)
  const translators = new Map<string, Translator>([[fallbackLocale, english]])
  for (const locale of trees.keys()) {
    if (locale !== fallbackLocale) translators.set(locale, translatorOf(locale, trees, english))
  }
  return {
    locales: new Set(translators.keys()),
    translate: (key, params, locale) =>
      (translators.get(locale) ?? english).t(key, params as Record<string, MessageParam> | undefined),
  }
}

function translatorOf(
  locale: string,
  trees: ReadonlyMap<string, MessageTree[]>,
  fallback?: Translator,
): Translator {
  // References of a locale may point to texts that only English has.
  const texts = compileMessages(
    ...(fallback ? (trees.get(fallbackLocale) ?? []) : []),
    ...(trees.get(locale) ?? []),
  )
  return createTranslator({
    locale,
    messages: parseMessages(texts),
    timeZone: 'UTC',
    ...(fallback && { fallback }),
  })
}

async function readFolder(folder: string): Promise<LocaleTree[]> {
  const files = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return Promise.all(
    files
      .filter((file) => file.endsWith('.yml'))
      .sort()
      .map(async (file): Promise<LocaleTree> => {
        const name = basename(file, '.yml')
        const tree = await readTree(join(folder, file))
        // Messages of failed rules stand in a file of their own.
        return [name === 'validation' ? fallbackLocale : name, tree]
      }),
  )
}

async function readTree(file: string): Promise<MessageTree> {
  try {
    const { size, mtimeMs, ino } = await stat(file)
    const version = `${size} ${mtimeMs} ${ino}`
    const known = files.get(file)
    if (known?.version === version) return known.tree
    const tree: MessageTree = parse(await readFile(file, 'utf8')) ?? {}
    files.set(file, { version, tree })
    return tree
  } catch (error) {
    throw new Error(`${file} cannot be read`, { cause: error })
  }
}
