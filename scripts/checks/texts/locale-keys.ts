import type { Node } from 'oxc-parser'
import type { Check, Fault, Repository } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import { type MessageText, readMessages } from './locale-files.ts'

/**
 * Every message key in the code exists and every key of a locale file is used by the code, or by another
 * message (`=> key`). A key is written out in one string, or as a template that begins with its namespace:
 * `core.group.${name}` uses every key of that shape and must fit at least one. What `sendMail` is given names two:
 * the key's `subject` and `body`.
 */
export const localeKeys: Check = {
  name: 'locale key',
  find(repository) {
    const folders = ['packages/', ...repository.extensions.map((id) => `extensions/${id}/`)]
    const messages = new Map(folders.flatMap((folder) => [...readMessages(repository, folder)]))
    const known = knownShapes(messages)
    const uses = repository.sources
      .filter(({ path }) => /^(packages|extensions|site)\//.test(path) && !isTest(path))
      .flatMap((file) => findUses(file, known))
    return [
      ...namespaceFaults(repository),
      ...uses.filter((use) => !fitsAny(use, messages)).map(unknownFault),
      ...referenceFaults(messages),
      ...unusedFaults(messages, uses),
    ]
  },
}

interface Use {
  file: string
  line: number
  /** As written, with `…` for what is filled in. */
  text: string
  pattern: RegExp
}

interface Shapes {
  namespaces: ReadonlySet<string>
  /** `core.forum`: first two parts of known keys. */
  beginnings: ReadonlySet<string>
  /** Keys that only begin those of a mail's texts. */
  mails: ReadonlySet<string>
}

function knownShapes(messages: ReadonlyMap<string, MessageText>): Shapes {
  const parts = [...messages.keys()].map((key) => key.split('.'))
  return {
    namespaces: new Set(parts.map(([first = '']) => first)),
    mails: new Set(
      [...messages.keys()]
        .filter((key) => key.endsWith('.subject'))
        .map((key) => key.slice(0, -'.subject'.length)),
    ),
    beginnings: new Set(parts.map((part) => part.slice(0, 2).join('.'))),
  }
}

/** `tags.id` may be a column: two parts are a key if known, three or more always. */
function isKey(text: string, { namespaces, beginnings }: Shapes): boolean {
  const parts = text.split('.')
  if (!/^[a-z][\w-]*(\.[\w-]+)+$/.test(text) || /\.(yml|tsx?|css|js|json|md)$/.test(text)) return false
  if (!namespaces.has(parts[0] ?? '')) return false
  return parts[0] === 'core' || parts.length > 2 || beginnings.has(text)
}

function findUses(file: SourceFile, shapes: Shapes): Use[] {
  const uses: Use[] = []
  walk(file.program, (node) => {
    const line = file.lineAt(node.start)
    if (node.type === 'Literal' && typeof node.value === 'string' && isKey(node.value, shapes)) {
      for (const text of keysMeant(node.value, shapes))
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

function keysMeant(text: string, { mails }: Shapes): string[] {
  return mails.has(text) ? [`${text}.subject`, `${text}.body`] : [text]
}

/** What a template can become: a choice between two strings gives these two, anything else any text. */
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

function fitsAny({ pattern }: Use, messages: ReadonlyMap<string, MessageText>): boolean {
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
        message: `${key} points to ${target}, which is not there`,
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
      .map(([key, { file, line }]) => ({ file, line, message: `${key} has to begin with ${id}.` })),
  )
}
