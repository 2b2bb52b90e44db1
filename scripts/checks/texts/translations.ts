import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Check, Fault, Repository } from '../repository.ts'
import { type MessageText, readMessages, readTranslations } from './locale-files.ts'

/**
 * Translations have only keys and parameters of the English texts, and counts have all plural categories of their
 * language. Missing translations are listed, but are no faults, as the English text is the fallback.
 */
export const translations: Check = {
  name: 'translation',
  find: (repository) =>
    translated(repository).flatMap(({ language, english, translation }) =>
      [...translation].flatMap(([key, message]) => faultsOf(key, message, english.get(key), language)),
    ),
  notes: (repository) =>
    translated(repository).flatMap(({ file, english, translation }) => {
      const missing = [...english.keys()].filter((key) => !translation.has(key))
      return missing.length === 0
        ? []
        : [{ file, message: `${missing.length} missing: ${missing.join(', ')}` }]
    }),
}

type Texts = ReadonlyMap<string, MessageText>

interface Translated {
  language: string
  file: string
  english: Texts
  translation: Texts
}

/** The translations of the core and of each extension into every language of the core, with the English texts. */
function translated(repository: Repository): Translated[] {
  const core = readTranslations(repository, 'packages/')
  const languages = [...core.keys()]
  const folders = repository.extensions.map((id) => `extensions/${id}/`)
  return [
    ...ofFolder('packages/shared/', readMessages(repository, 'packages/'), core, languages),
    ...folders.flatMap((folder) => {
      const own = readTranslations(repository, folder)
      return ofFolder(folder, readMessages(repository, folder), own, new Set([...languages, ...own.keys()]))
    }),
  ]
}

function ofFolder(
  folder: string,
  english: Texts,
  translations: ReadonlyMap<string, Texts>,
  languages: Iterable<string>,
): Translated[] {
  return [...languages].map((language) => ({
    language,
    file: `${folder}locale/${language}.yml`,
    english,
    translation: translations.get(language) ?? new Map(),
  }))
}

function faultsOf(
  key: string,
  { file, line, text }: MessageText,
  english: MessageText | undefined,
  language: string,
): Fault[] {
  if (english === undefined) return [{ file, line, message: `${key} does not exist in English` }]
  if (isReference(text) || isReference(english.text)) return []
  const allowed = parametersOf(english.text)
  const others = [...parametersOf(text)].filter((name) => !allowed.has(name))
  return [
    ...others.map((name) => `${key} has no parameter ${name} in English`),
    ...[...missingCategories(text, language)].map(
      (category) => `${key} lacks the plural category ${category}`,
    ),
  ].map((message) => ({ file, line, message }))
}

function isReference(text: string): boolean {
  return text.startsWith('=>')
}

/** The plural categories of a language that a count in a message does without. */
function missingCategories(text: string, language: string): Set<string> {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const missing = new Set<string>()
  const collect = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      const inner = innerOf(element)
      if (element.type === TYPE.plural && inner.some(showsCount))
        for (const category of pluralCategories) if (!(category in element.options)) missing.add(category)
      for (const each of inner) collect(each)
    }
  }
  collect(parse(text, { captureLocation: false }))
  return missing
}

/** Whether a part of a plural shows its number. */
function showsCount(elements: readonly MessageFormatElement[]): boolean {
  return elements.some(
    (element) =>
      element.type === TYPE.pound || (element.type !== TYPE.plural && innerOf(element).some(showsCount)),
  )
}

function innerOf(element: MessageFormatElement): (readonly MessageFormatElement[])[] {
  if ('options' in element) return Object.values(element.options).map(({ value }) => value)
  return 'children' in element ? [element.children] : []
}

/** Names of the parameters and tags of a message. */
function parametersOf(text: string): Set<string> {
  const names = new Set<string>()
  const collect = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      // All elements have a name but literal text and the # of a plural.
      if ('value' in element && 'type' in element && element.type !== 0) names.add(element.value)
      for (const inner of innerOf(element)) collect(inner)
    }
  }
  collect(parse(text, { captureLocation: false }))
  return names
}
