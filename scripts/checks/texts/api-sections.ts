import { posix } from 'node:path'
import type { Node } from 'oxc-parser'
import type { Repository } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import type { Side } from './api-subjects.ts'

/** A section of `Extension` or `ClientExtension`. */
export interface ApiSection {
  name: string
  /** Its comment, a line for each paragraph. */
  text: string
  /** Its member: `jobs?: Jobs`. */
  declaration: string
  file: string
  line: number
  /** The types that it is made of, in the order in which they are reached. */
  types: readonly ApiType[]
}

/** A type that sections are made of, as its source with its comment. */
export interface ApiType {
  name: string
  file: string
  source: string
}

/** A slot of the client. */
export interface ApiSlot {
  name: string
  props: string
  text: string
}

const points = { server: 'packages/server/src/points/', client: 'packages/client/src/points/' } as const
const declared = { server: 'Extension', client: 'ClientExtension' } as const

/** Files whose types are not repeated: declarations as a whole, and what every section uses. */
const common =
  /\/points\/(context\/|app\.ts|extension\.ts|extension-point\.ts|points\.ts|resources\/resource-rows\.ts)/

/** Files below the points with types that sections are made of. */
const below = /^packages\/server\/src\/infrastructure\/(db\/migrations\/migrations|limits\/rate-limits)\.ts$/

/** All sections of one half of extensions. */
export function sectionsOf(repository: Repository, side: Side): ApiSection[] {
  const files = new Map(
    repository.sources
      .filter(({ path }) => (path.startsWith(points[side]) || below.test(path)) && !isTest(path))
      .map((file) => [file.path, file]),
  )
  const sections: ApiSection[] = []
  for (const file of files.values()) {
    if (!file.text.includes(`interface ${declared[side]} {`)) continue
    walk(file.program, (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || node.id.name !== declared[side]) return
      for (const member of node.body.body) {
        if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue
        sections.push({
          name: member.key.name,
          text: paragraphs(commentBefore(file, member.start)?.value ?? ''),
          declaration: dedent(file.text.slice(member.start, member.end)),
          file: file.path,
          line: file.lineAt(member.start),
          types: reachable(member, file, files),
        })
      }
    })
  }
  return sections
}

/** Types by name that other types are explained with. */
export function typesNamed(repository: Repository, file: string, names: readonly string[]): ApiType[] {
  const source = repository.sources.find(({ path }) => path === file)
  return names.flatMap((name) => (source && declarationIn(source, name)) ?? [])
}

/** All slots that `@parley/client` exports. */
export function slotsOf(repository: Repository): ApiSlot[] {
  return repository.sources
    .filter(({ path }) => /^packages\/client\/src\/(features|admin)\/.*\/slots\.ts$/.test(path))
    .flatMap((file) => {
      const pattern = /^export const (\w+) = createSlot<(.+)>\('\w+'\)/gm
      return [...file.text.matchAll(pattern)].map(({ 1: name = '', 2: props = '', index }) => ({
        name,
        props: /^(None|object|Record<never, never>)$/.test(props) ? '' : props,
        text: paragraphs(commentBefore(file, index)?.value ?? ''),
      }))
    })
}

/** A function, a component or a value that extensions import. */
export interface ApiExport {
  name: string
  /** The first sentence of its comment; '' without one. */
  text: string
}

/** What `@parley/client` exports by name besides types, in the order of its index. */
export function exportsOf(repository: Repository): ApiExport[] {
  const sources = new Map(repository.sources.map((file) => [file.path, file]))
  const index = sources.get('packages/client/src/index.ts')
  return (index?.program.body ?? []).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type' || !node.source) return []
    const file = sources.get(posix.join('packages/client/src', node.source.value))
    return node.specifiers.flatMap(({ local, exportKind }) => {
      if (exportKind === 'type' || local.type !== 'Identifier') return []
      return [{ name: local.name, text: file ? firstSentence(commentOf(file, local.name)) : '' }]
    })
  })
}

/** The comment of an exported function, component or value. */
function commentOf(file: SourceFile, name: string): string {
  const declaration = new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm').exec(
    file.text,
  )
  return paragraphs((declaration && commentBefore(file, declaration.index)?.value) ?? '')
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}

/** The types that a node names, and those that these name, as far as they are declared in `files`. */
function reachable(start: Node, from: SourceFile, files: ReadonlyMap<string, SourceFile>): ApiType[] {
  const found = new Map<string, ApiType>()
  const follow = (node: Node, file: SourceFile) => {
    for (const name of namedIn(node)) {
      const home = homeOf(name, file, files)
      if (!home || common.test(home.file.path) || found.has(home.name)) continue
      const type = declarationIn(home.file, home.name)
      if (!type) continue
      found.set(home.name, type)
      follow(type.node, home.file)
    }
  }
  follow(start, from)
  return [...found.values()].map(({ name, file, source }) => ({ name, file, source }))
}

function namedIn(node: Node): string[] {
  const names: string[] = []
  walk(node, (inner) => {
    if (inner.type === 'TSTypeReference' && inner.typeName.type === 'Identifier')
      names.push(inner.typeName.name)
    if (inner.type === 'TSInterfaceHeritage' && inner.expression.type === 'Identifier')
      names.push(inner.expression.name)
  })
  return [...new Set(names)]
}

/** Where a name of a file is declared, if that is one of `files`. */
function homeOf(
  name: string,
  file: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): { name: string; file: SourceFile } | undefined {
  for (const node of file.program.body) {
    if (node.type !== 'ImportDeclaration') continue
    for (const specifier of node.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.local.name !== name) continue
      const path = posix.join(posix.dirname(file.path), node.source.value)
      const home = files.get(path)
      const { imported } = specifier
      return home && { name: imported.type === 'Identifier' ? imported.name : name, file: home }
    }
  }
  return { name, file }
}

/** The interface or type of a name in a file, with its comment. */
function declarationIn(file: SourceFile, name: string): (ApiType & { node: Node }) | undefined {
  for (const outer of file.program.body) {
    const node = outer.type === 'ExportNamedDeclaration' ? outer.declaration : outer
    if (node?.type !== 'TSInterfaceDeclaration' && node?.type !== 'TSTypeAliasDeclaration') continue
    if (node.id.name !== name) continue
    const start = commentBefore(file, outer.start)?.start ?? outer.start
    const source = file.text.slice(start, outer.end).replace(/^export (?=interface|type)/m, '')
    return { name, file: file.path, source, node }
  }
  return undefined
}

function commentBefore(file: SourceFile, start: number): { value: string; start: number } | undefined {
  const comment = file.comments.findLast(({ end }) => end <= start)
  const isNext = comment?.type === 'Block' && /^\s*$/.test(file.text.slice(comment.end, start))
  return isNext ? comment : undefined
}

/** The text of a comment, without its stars and line breaks. */
function paragraphs(comment: string): string {
  return comment
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim()
}

/** Takes the indentation of the last line from all others. */
function dedent(text: string): string {
  const indent = /\n( *)\S[^\n]*$/.exec(text)?.[1] ?? ''
  return text.replaceAll(`\n${indent}`, '\n')
}
