import type { Fault, Repository } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import type { Edge } from './import-graph.ts'

/** The files of an extension that others may import. */
const door = /^extensions\/([^/]+)\/contract\/(?:server\.ts|client\.tsx?|shared\.ts)$/
const contractFile = /^extensions\/([^/]+)\/contract\//
/** A part of an extension that is loaded only while another one is enabled. */
const partFile = /^extensions\/([^/]+)\/when\/([^/]+)\//

/** The side of a contract's file that both sides may not import: `server` or `client`. */
export function sideOfContract(file: string): 'server' | 'client' | undefined {
  const [, side] = /^extensions\/[^/]+\/contract\/(server|client)\./.exec(file) ?? []
  return side as 'server' | 'client' | undefined
}

/** What is wrong with an import of another extension: only contracts may be imported, where the other is always enabled. */
export function foreignImportFault(repository: Repository, { from, to }: Edge): string | undefined {
  const [one = '', other = ''] = [from.split('/')[1], to.split('/')[1]]
  if (!door.test(to))
    return `an extension imports another, ${other}: only its contract/server.ts, client.tsx and shared.ts are for others`
  const { requires = [], optional = [] } = manifestOf(repository, one)
  if (requires.includes(other)) return undefined
  if (contractFile.test(from))
    return `a contract imports that of ${other}, which its extension does not require`
  const isInPart = partFile.exec(from)?.[2] === other
  if (!isInPart && !isTest(from))
    return `imports the contract of ${other} where it may be disabled: require it, or do so in when/${other}/`
  return optional.includes(other)
    ? undefined
    : `imports the contract of ${other}, which package.json does not list as optional`
}

/** What is wrong with an import inside an extension, from its contract or of one of its parts. */
export function innerImportFault(repository: Repository, edge: Edge): string | undefined {
  const { from, to } = edge
  if (contractFile.test(from) && !contractFile.test(to) && !isTest(from))
    return 'a contract imports what is private: it may import files of contracts and packages'
  const [, , other] = partFile.exec(to) ?? []
  if (other === undefined || partFile.exec(from)?.[2] === other || isTest(from)) return undefined
  const file = repository.sources.find(({ path }) => path === from)
  const isDeclared = file && edge.kind === 'lazy' && loadedParts(file, other).has(edge.specifier)
  return isDeclared ? undefined : `imports the part for ${other}: only a member '${other}' of 'when' loads it`
}

/** Folders of parts are named after other extensions that package.json lists. */
export function partFaults(repository: Repository, id: string): Fault[] {
  const { requires = [], optional = [] } = manifestOf(repository, id)
  const others = repository.files.flatMap((file) => {
    const [, owner, other] = partFile.exec(file) ?? []
    return owner === id && other !== undefined ? [other] : []
  })
  return [...new Set(others)]
    .filter((other) => !requires.includes(other) && !optional.includes(other))
    .map((other) => ({
      file: `extensions/${id}/package.json`,
      message: `does not list ${other}, for which there is a part in when/, as optional`,
    }))
}

/** The specifiers of `when: { other: () => import('…') }`. */
function loadedParts(file: SourceFile, other: string): Set<string> {
  const found = new Set<string>()
  walk(file.program, (node, ancestors) => {
    if (node.type !== 'ImportExpression' || node.source.type !== 'Literal') return
    const keys = ancestors.flatMap((ancestor) =>
      ancestor.type === 'Property'
        ? [ancestor.key.type === 'Literal' ? ancestor.key.value : keyName(ancestor.key)]
        : [],
    )
    if (keys.at(-1) === other && keys.at(-2) === 'when') found.add(String(node.source.value))
  })
  return found
}

function keyName(key: object): unknown {
  return 'name' in key ? key.name : undefined
}

function manifestOf({ workspaces }: Repository, id: string) {
  return workspaces.find(({ folder }) => folder === `extensions/${id}`)?.manifest.parley ?? {}
}
