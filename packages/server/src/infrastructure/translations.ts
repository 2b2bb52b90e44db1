import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTranslator, type MessageParam, type Translator } from '@parley/shared/i18n'
import { compileMessages, type MessageTree, parseMessages } from '@parley/shared/i18n/parse'
import { loadAll } from 'js-yaml'

const fallbackLocale = 'en'
const coreFolder = fileURLToPath(new URL('.', import.meta.resolve('@parley/shared/locale/en.yml')))

/** The texts of a forum in all its locales. */
export interface Translations {
  /** Codes of the locales that have texts. */
  readonly locales: ReadonlySet<string>
  /** Returns the text of a key, in English if the locale lacks it; the key itself if it has no text. */
  translate(key: string, params: Record<string, unknown> | undefined, locale: string): string
}

/** The messages of one file, with its locale. */
type LocaleTree = readonly [locale: string, tree: MessageTree]

/** A cache of parsed files, since every rebuild of a forum loads all of them. */
const cachedFiles = new Map<string, { version: string; tree: MessageTree }>()
let latest: { sources: readonly LocaleTree[]; translations: Translations } | undefined

/**
 * Reads the texts of the core and of extensions: `<locale>.yml` in each folder. Unchanged files come from a cache.
 * Rejects with the name of a file that cannot be read, and with the key of a text that is not ICU MessageFormat.
 */
export async function loadTranslations(folders: readonly string[]): Promise<Translations> {
  const sources: LocaleTree[] = []
  for (const folder of [coreFolder, ...folders]) sources.push(...(await readFolder(folder)))
  const isLatest =
    latest?.sources.length === sources.length &&
    latest.sources.every(
      ([locale, tree], index) => locale === sources[index]?.[0] && tree === sources[index][1],
    )
  if (!latest || !isLatest) latest = { sources, translations: translationsFrom(sources) }
  return latest.translations
}

/**
 * Reads the texts of an extension that need not be enabled, in one locale.
 * @returns a function that returns the text of a key, and the key itself if it has no text.
 */
export async function loadTextsOf(folder: string, locale: string): Promise<(key: string) => string> {
  const trees = treesOf([...(await readFolder(coreFolder)), ...(await readFolder(folder))])
  const english = translatorOf(fallbackLocale, trees)
  const translator = locale === fallbackLocale ? english : translatorOf(locale, trees, english)
  return (key) => translator.t(key)
}

function translationsFrom(sources: readonly LocaleTree[]): Translations {
  const trees = treesOf(sources)
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

function treesOf(sources: readonly LocaleTree[]): Map<string, MessageTree[]> {
  const trees = new Map<string, MessageTree[]>()
  for (const [locale, tree] of sources) trees.set(locale, [...(trees.get(locale) ?? []), tree])
  return trees
}

function translatorOf(
  locale: string,
  trees: ReadonlyMap<string, MessageTree[]>,
  fallback?: Translator,
): Translator {
  // References in a locale may point to texts that only English has.
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
        // `validation.yml` has the English messages of failed rules.
        return [name === 'validation' ? fallbackLocale : name, tree]
      }),
  )
}

/** The texts of a file; none if it is empty. */
function textsOf(yaml: string): MessageTree {
  const [tree] = loadAll(yaml)
  return (tree ?? {}) as MessageTree
}

async function readTree(file: string): Promise<MessageTree> {
  try {
    const { size, mtimeMs, ino } = await stat(file)
    const version = `${size} ${mtimeMs} ${ino}`
    const cached = cachedFiles.get(file)
    if (cached?.version === version) return cached.tree
    const tree: MessageTree = textsOf(await readFile(file, 'utf8'))
    cachedFiles.set(file, { version, tree })
    return tree
  } catch (error) {
    throw new Error(`${file} cannot be read`, { cause: error })
  }
}
