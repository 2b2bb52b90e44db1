import { basename } from 'node:path'
import { parseDocument } from 'yaml'
import type { Repository } from '../repository.ts'

/** A message with its position. */
export interface MessageText {
  file: string
  line: number
  text: string
}

/**
 * The English messages under a folder by full key (`core.forum.index.title`), from `locale/en.yml` and
 * from files beside it that are not named after a language, such as `validation.yml`.
 */
export function readMessages(repository: Repository, folder: string): Map<string, MessageText> {
  return readAll(
    repository,
    localeFiles(repository, folder).filter((file) => !isTranslation(file)),
  )
}

/** The messages of the other languages under a folder, by language. */
export function readTranslations(
  repository: Repository,
  folder: string,
): Map<string, Map<string, MessageText>> {
  const files = localeFiles(repository, folder).filter(isTranslation)
  return new Map(files.map((file) => [basename(file, '.yml'), readAll(repository, [file])]))
}

function localeFiles(repository: Repository, folder: string): string[] {
  return repository.files.filter((file) => file.startsWith(folder) && /\/locale\/[^/]+\.yml$/.test(file))
}

function isTranslation(file: string): boolean {
  const name = basename(file, '.yml')
  return /^[a-z]{2,3}(-[A-Za-z]+)?$/.test(name) && name !== 'en'
}

function readAll(repository: Repository, files: readonly string[]): Map<string, MessageText> {
  const messages = new Map<string, MessageText>()
  for (const file of files) {
    const text = repository.read(file)
    const document = parseDocument(text)
    const [error] = document.errors
    if (error) throw new Error(`${file}: ${error.message}`)
    collect(document.toJS() ?? {}, [], (key, value) => {
      const offset = rangeStart(document.getIn(key, true))
      messages.set(key.join('.'), { file, line: text.slice(0, offset).split('\n').length, text: value })
    })
  }
  return messages
}

function rangeStart(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
  return Array.isArray(range) ? Number(range[0]) : 0
}

function collect(
  tree: object,
  prefix: readonly string[],
  add: (key: readonly string[], text: string) => void,
): void {
  for (const [name, value] of Object.entries(tree)) {
    const key = [...prefix, name]
    if (typeof value === 'object' && value !== null) collect(value, key, add)
    else add(key, String(value))
  }
}
