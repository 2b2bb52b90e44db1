import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Repository } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import { readMessages } from '../texts/locale-files.ts'

/** A name that an extension declares. */
export interface DeclaredName {
  /** `extension lock`, `feature posts` */
  owner: string
  /** Kind of declaration: `permission`, `column`, … */
  kind: string
  name: string
}

/** Whether a name is unambiguous: `isLocked`, `is_locked`, `discussion.lock`; not `tags`, which is also a word. */
export function isCompound(name: string): boolean {
  return /[._\-[]|[a-z0-9][A-Z]/.test(name)
}

/**
 * All names in an extension's declaration, migrations and messages. Fields and columns count only if they
 * extend the core's resources and tables; those of an extension's own resource or table cannot be used
 * without its name. An ability counts as its attribute `canX`, a filter as `filter[x]`.
 *
 * @throws if server.ts cannot be loaded
 */
export async function findExtensionNames(repository: Repository, id: string): Promise<DeclaredName[]> {
  const folder = `extensions/${id}/`
  const entry = ['server.ts', 'server/index.ts'].find((file) => repository.files.includes(folder + file))
  const { default: declaration } = entry ? await load(repository, folder + entry) : {}
  const messages = [...readMessages(repository, folder).keys()]
  return [
    ...(await declaredNames(declaration, repository.extensions)),
    ...namesInSources(repository, folder),
    ...messages.map((name) => ({ kind: 'locale key', name })),
  ].map((name) => ({ ...name, owner: `extension ${id}` }))
}

/** The folders of the core's features on the server, each with a declaration in `feature.ts`. */
const featureEntry = /^(packages\/server\/src\/features\/([^/]+)\/)feature\.ts$/

/**
 * The names in the declarations, events and tables of the core's features; their texts are those of the core.
 *
 * @throws if a feature cannot be loaded
 */
export async function findFeatureNames(repository: Repository): Promise<DeclaredName[]> {
  const names: DeclaredName[] = []
  for (const file of repository.files) {
    const [, folder, id] = featureEntry.exec(file) ?? []
    if (folder === undefined) continue
    const exported = Object.values(await load(repository, file))
    const declared = (await Promise.all(exported.map((declaration) => declaredNames(declaration)))).flat()
    const all = [...declared, ...namesInSources(repository, folder)]
    names.push(...all.map((name) => ({ ...name, owner: `feature ${id}` })))
  }
  return names
}

function load(repository: Repository, file: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(join(repository.root, file)).href)
}

function namesInSources(repository: Repository, folder: string): Name[] {
  const sources = repository.sources.filter(({ path }) => path.startsWith(folder) && !isTest(path))
  return [...sources.flatMap(memberNames), ...sources.flatMap(schemaNames)]
}

type Name = Omit<DeclaredName, 'owner'>

const recordSections = {
  settings: 'setting',
  permissions: 'permission',
  preferences: 'preference',
  eventPosts: 'event post',
  notifications: 'notification',
  mailDrivers: 'mail driver',
  throttles: 'throttle',
  jobs: 'job',
  realtime: 'realtime message',
} as const

/** @param others ids of the extensions that are there: a part for another one may import a contract that is missing. */
async function declaredNames(declaration: unknown, others: readonly string[] = []): Promise<Name[]> {
  const names: Name[] = []
  for (const [section, kind] of Object.entries(recordSections)) {
    names.push(...keys(member(declaration, section)).map((name) => ({ kind, name })))
  }
  for (const [type, resource] of entries(member(declaration, 'resources')))
    names.push(...resourceNames(type, resource))
  for (const [other, load] of entries(member(declaration, 'when'))) {
    if (typeof load !== 'function') continue
    const part: Promise<unknown> = load()
    const loaded = others.includes(other) ? await part : await part.catch(() => undefined)
    names.push(...(await declaredNames(member(loaded, 'default'))))
  }
  return names
}

function resourceNames(type: string, resource: unknown): Name[] {
  const isOwn = member(resource, 'table') !== undefined || member(resource, 'forms') !== undefined
  if (isOwn) return [{ kind: 'resource type', name: type }]
  const abilities = member(resource, 'abilities')
  const filters = keys(member(resource, 'filters'))
  return [
    ...keys(member(resource, 'fields')).map((name) => ({ kind: 'field', name })),
    ...keys(member(resource, 'relations')).map((name) => ({ kind: 'relation', name })),
    ...filters.map((name) => ({ kind: 'filter', name: `filter[${name}]` })),
    ...keys(member(resource, 'sorts'))
      .filter(isCompound)
      .map((name) => ({ kind: 'sort', name })),
    ...(Array.isArray(abilities) ? abilities.map(String) : []).map((name) => ({
      kind: 'ability',
      name: `can${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    })),
  ]
}

/** Tables that a file creates, and columns that it adds to other tables. */
function schemaNames(file: SourceFile): Name[] {
  const tables = new Set<string>()
  const columns: { table: string; name: string }[] = []
  walk(file.program, (node) => {
    if (node.type !== 'CallExpression') return
    const [first, second] = node.arguments.map((argument) =>
      argument.type === 'Literal' ? argument.value : undefined,
    )
    const { callee } = node
    const methodName =
      callee.type === 'MemberExpression' && 'name' in callee.property ? callee.property.name : undefined
    const functionName = callee.type === 'Identifier' ? callee.name : undefined
    if ((methodName ?? functionName) === 'createTable' && typeof first === 'string') tables.add(first)
    if (
      /^add\w*Columns?$/.test(functionName ?? '') &&
      typeof first === 'string' &&
      typeof second === 'string'
    ) {
      columns.push({ table: first, name: second })
    }
    if (methodName === 'addColumn' && typeof first === 'string')
      columns.push({ table: tableOfChain(node), name: first })
  })
  return [
    ...[...tables].map((name) => ({ kind: 'table', name })),
    ...columns
      .filter(({ table }) => table && !tables.has(table))
      .map(({ name }) => ({ kind: 'column', name })),
  ]
}

/** Members that a file adds to interfaces of the core by `declare module '@parley/server' { interface … }`. */
function memberNames(file: SourceFile): Name[] {
  const names: Name[] = []
  walk(file.program, (node, ancestors) => {
    if (node.type !== 'TSPropertySignature') return
    const [owner, module] = [ancestors.at(-2), ancestors.find(({ type }) => type === 'TSModuleDeclaration')]
    // Events are strings: `'post.created': …`.
    const name = String(member(node.key, 'name') ?? member(node.key, 'value'))
    if (module && owner?.type === 'TSInterfaceDeclaration' && isCompound(name))
      names.push({ kind: 'member', name })
  })
  return names
}

/** The table in `schema.alterTable('discussions').addColumn(…)`; '' if the chain has none. */
function tableOfChain(node: unknown): string {
  const callee = member(node, 'callee')
  const method = member(member(callee, 'property'), 'name')
  if (method === 'alterTable' || method === 'createTable') {
    const list = member(node, 'arguments')
    const name = Array.isArray(list) ? member(list[0], 'value') : undefined
    return typeof name === 'string' ? name : ''
  }
  const inner = member(callee, 'object')
  return inner ? tableOfChain(inner) : ''
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function keys(value: unknown): string[] {
  return entries(value).map(([name]) => name)
}
