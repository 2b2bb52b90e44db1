import type { Node } from 'oxc-parser'
import type { Check, Fault, Repository } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import { type MessageText, readMessages } from './locale-files.ts'

/**
 * Every message key in the code exists, and the code or another message (`=> key`) uses every key of a
 * locale file. A key is written as one string, or as a template that begins with its namespace:
 * `core.group.${name}` uses all keys that match and must match at least one. A key for `sendMail` uses two
 * messages: its `subject` and its `body`.
 */
export const localeKeys: Check = {
  name: 'locale key',
  find(repository) {
    const folders = ['packages/', ...repository.extensions.map((id) => `extensions/${id}/`)]
    const messages = new Map(folders.flatMap((folder) => [...readMessages(repository, folder)]))
    const shapes = shapesOf(messages)
    const uses = repository.sources
      .filter(({ path }) => /^(packages|extensions|site)\//.test(path) && !isTest(path))
      .flatMap((file) => findUses(file, shapes))
    return [
      ...namespaceFaults(repository),
      ...uses.filter((use) => !matchesAny(use, messages)).map(unknownFault),
      ...referenceFaults(messages),
      ...unusedFaults(messages, uses),
    ]
  },
}

interface Use {
  file: string
  line: number
  /** The key as written, with `…` for expressions of a template. */
  text: string
  pattern: RegExp
}

interface Shapes {
  namespaces: ReadonlySet<string>
  /** `core.forum`: the first two parts of existing keys. */
  prefixes: ReadonlySet<string>
  /** Keys of mails, without `.subject` and `.body`. */
  mails: ReadonlySet<string>
}

function shapesOf(messages: ReadonlyMap<string, MessageText>): Shapes {
  const parts = [...messages.keys()].map((key) => key.split('.'))
  return {
    namespaces: new Set(parts.map(([first = '']) => first)),
    mails: new Set(
      [...messages.keys()]
        .filter((key) => key.endsWith('.subject'))
        .map((key) => key.slice(0, -'.subject'.length)),
    ),
    prefixes: new Set(parts.map((part) => part.slice(0, 2).join('.'))),
  }
}

/** Whether a string is a key. One with two parts may also be a column (`tags.id`): it must be the prefix of a key. */
function isKey(text: string, { namespaces, prefixes }: Shapes): boolean {
  const parts = text.split('.')
  if (!/^[a-z][\w-]*(\.[\w-]+)+$/.test(text) || /\.(yml|tsx?|css|js|json|md)$/.test(text)) return false
  if (!namespaces.has(parts[0] ?? '')) return false
  return parts[0] === 'core' || parts.length > 2 || prefixes.has(text)
}

function findUses(file: SourceFile, shapes: Shapes): Use[] {
  const uses: Use[] = []
  walk(file.program, (node) => {
    const line = file.lineAt(node.start)
    if (node.type === 'Literal' && typeof node.value === 'string' && isKey(node.value, shapes)) {
      for (const text of expandMailKey(node.value, shapes))
        uses.push({ file: file.path, line, text, pattern: exactly([text]) })
    }
    if (node.type === 'TemplateLiteral') {
      const pieces = node.quasis.map(({ value }) => value.cooked ?? '')
      const [namespace] = (pieces[0] ?? '').split('.', 1)
      if (!pieces[0]?.includes('.') || !shapes.namespaces.has(namespace ?? '')) return
      if (/[^\w.-]/.test(pieces.join(''))) return
      uses.push({ file: file.path, line, text: pieces.join('…'), pattern: templatePattern(node) })
    }
  })
  return uses
}

function expandMailKey(text: string, { mails }: Shapes): string[] {
  return mails.has(text) ? [`${text}.subject`, `${text}.body`] : [text]
}

/** Matches the possible values of a template: a conditional of two strings has two, any other expression any text. */
function templatePattern(node: Extract<Node, { type: 'TemplateLiteral' }>): RegExp {
  const parts = node.quasis.flatMap(({ value }, index) => {
    const text = RegExp.escape(value.cooked ?? '')
    const filled = node.expressions[index]
    return filled ? [text, choices(filled)] : [text]
  })
  return new RegExp(`^${parts.join('')}$`)
}

function choices(node: Node): string {
  if (node.type !== 'ConditionalExpression') return '.+'
  const branches = [node.consequent, node.alternate].map((branch) =>
    branch.type === 'Literal' && typeof branch.value === 'string' ? RegExp.escape(branch.value) : '.+',
  )
  return `(${branches.join('|')})`
}

function exactly(keys: readonly string[]): RegExp {
  return new RegExp(`^(${keys.map((key) => RegExp.escape(key)).join('|')})$`)
}

function matchesAny({ pattern }: Use, messages: ReadonlyMap<string, MessageText>): boolean {
  return [...messages.keys()].some((key) => pattern.test(key))
}

function unknownFault({ file, line, text }: Use): Fault {
  return { file, line, message: `no locale file has ${text}` }
}

function referencesOf({ text }: MessageText): string[] {
  return /^=>\s*(\S+)\s*$/.exec(text)?.slice(1) ?? []
}

function referenceFaults(messages: ReadonlyMap<string, MessageText>): Fault[] {
  return [...messages].flatMap(([key, message]) =>
    referencesOf(message)
      .filter((target) => !messages.has(target))
      .map((target) => ({
        file: message.file,
        line: message.line,
        message: `${key} points to ${target}, which does not exist`,
      })),
  )
}

function unusedFaults(messages: ReadonlyMap<string, MessageText>, uses: readonly Use[]): Fault[] {
  const referenced = new Set([...messages.values()].flatMap(referencesOf))
  return [...messages]
    .filter(([key]) => !referenced.has(key) && !uses.some(({ pattern }) => pattern.test(key)))
    .map(([key, { file, line }]) => ({ file, line, message: `nothing uses ${key}` }))
}

function namespaceFaults(repository: Repository): Fault[] {
  return repository.extensions.flatMap((id) =>
    [...readMessages(repository, `extensions/${id}/`)]
      .filter(([key]) => key.split('.', 1)[0] !== id)
      .map(([key, { file, line }]) => ({ file, line, message: `${key} must begin with ${id}.` })),
  )
}
