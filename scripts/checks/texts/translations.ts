import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Check, Fault, Repository } from '../repository.ts'
import { type MessageText, readMessages, readTranslations } from './locale-files.ts'

/**
 * Translations have only keys and parameters of the English texts. Missing translations are listed, but are no faults,
 * as the English text is the fallback.
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
    file: `${folder}locale/${language}.yml`,
    english,
    translation: translations.get(language) ?? new Map(),
  }))
}

function faultsOf(key: string, { file, line, text }: MessageText, english: MessageText | undefined): Fault[] {
  if (english === undefined) return [{ file, line, message: `${key} does not exist in English` }]
  if (isReference(text) || isReference(english.text)) return []
  const allowed = parametersOf(english.text)
  const others = [...parametersOf(text)].filter((name) => !allowed.has(name))
  return others.map((name) => ({ file, line, message: `${key} has no parameter ${name} in English` }))
}

function isReference(text: string): boolean {
  return text.startsWith('=>')
}

/** Names of the parameters and tags of a message. */
function parametersOf(text: string): Set<string> {
  const names = new Set<string>()
  const collect = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      // All elements have a name but literal text and the # of a plural.
      if ('value' in element && 'type' in element && element.type !== 0) names.add(element.value)
      if ('children' in element) collect(element.children)
      if ('options' in element) for (const option of Object.values(element.options)) collect(option.value)
    }
  }
  collect(parse(text, { captureLocation: false }))
  return names
}
