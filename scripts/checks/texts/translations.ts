import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Check, Fault, Repository } from '../repository.ts'
import { type MessageText, readMessages, readTranslations } from './locale-files.ts'

/**
 * Texts in other languages have a key that English has, and no parameters but its. What a language lacks is no fault, since
 * the English text stands in, but it is listed.
 */
export const translations: Check = {
  name: 'translation',
  find: (repository) =>
    translated(repository).flatMap(({ english, translation }) =>
      [...translation].flatMap(([key, message]) => faultsOf(key, message, english.get(key))),
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
  file: string
  english: Texts
  translation: Texts
}

/** The texts of the core and of each extension in every language that the core speaks, with the English ones. */
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
    file: `${folder}locale/${language}.yml`,
    english,
    translation: translations.get(language) ?? new Map(),
  }))
}

function faultsOf(key: string, { file, line, text }: MessageText, english: MessageText | undefined): Fault[] {
  if (english === undefined) return [{ file, line, message: `${key} does not exist in English` }]
  if (isReference(text) || isReference(english.text)) return []
  const known = parametersOf(english.text)
  const unknown = [...parametersOf(text)].filter((name) => !known.has(name))
  return unknown.map((name) => ({ file, line, message: `${key} has no parameter ${name} in English` }))
}

function isReference(text: string): boolean {
  return text.startsWith('=>')
}

/** Names of the parameters and tags of a message. */
function parametersOf(text: string): Set<string> {
  const names = new Set<string>()
  const collect = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      // Literal text and the # of a plural are the only elements without a name.
      if ('value' in element && 'type' in element && element.type !== 0) names.add(element.value)
      if ('children' in element) collect(element.children)
      if ('options' in element) for (const option of Object.values(element.options)) collect(option.value)
    }
  }
  collect(parse(text, { captureLocation: false }))
  return names
}
