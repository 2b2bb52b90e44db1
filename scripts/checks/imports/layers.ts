import type { Check, Fault, Repository } from '../repository.ts'
import { isTest } from '../source-file.ts'
import { foreignImportFault, innerImportFault, partFaults, sideOfContract } from './contracts.ts'
import { type Edge, findEdges, packageName } from './import-graph.ts'
import { areaOf, areas, layerPositionOf, testAreas } from './layer-table.ts'

const entryPoint = 'index.ts'

/**
 * Imports (also of types) point downwards only: between the areas of the repository, between the layers of a
 * package, and between the two sides of an extension (see layer-table.ts). Of another extension only the contract is
 * imported, by those that require it and in parts that are loaded while it is enabled (see contracts.ts).
 */
export const layerDirections: Check = {
  name: 'layers',
  find(repository) {
    const edges = findEdges(repository)
    return [
      ...edges.flatMap((edge) =>
        [areaFault(repository, edge), layerFault(edge)].filter((f) => f !== undefined),
      ),
      ...strayFaults(repository),
      ...repository.extensions.flatMap((id) => [
        ...sideFaults(repository, edges, id),
        ...partFaults(repository, id),
      ]),
    ]
  },
}

function areaFault(repository: Repository, edge: Edge): Fault | undefined {
  const [from, to] = [areaOf(edge.from), areaOf(edge.to)]
  if (!from || !to) return undefined
  if (from === 'extensions' && to === 'extensions') {
    const isOwn = edge.from.split('/')[1] === edge.to.split('/')[1]
    const message = isOwn ? innerImportFault(repository, edge) : foreignImportFault(repository, edge)
    return message === undefined ? relativeFault(repository, edge) : fault(edge, message)
  }
  if (from === to) return relativeFault(repository, edge)
  if (testAreas.includes(to) && isTest(edge.from)) return undefined
  if (!areas[from]?.includes(to)) return fault(edge, `${from} may not import ${to}`)
  if (edge.specifier.startsWith('.') && to !== 'site' && from !== 'tools') {
    return fault(edge, `imports ${to} by path: import it by its package name`)
  }
  return undefined
}

/** Within a package, imports use relative paths, never the package's own name. */
function relativeFault(repository: Repository, edge: Edge): Fault | undefined {
  if (edge.specifier.startsWith('.')) return undefined
  const owner = repository.workspaces.find(({ name }) => name === packageName(edge.specifier))
  if (!owner || !edge.from.startsWith(`${owner.folder}/`)) return undefined
  return fault(edge, `imports its own package by name: import the file by path`)
}

function layerFault(edge: Edge): Fault | undefined {
  const [from, to] = [layerPositionOf(edge.from), layerPositionOf(edge.to)]
  if (!from || !to || from.layers !== to.layers) return undefined
  if (to.layer === entryPoint)
    return fault(edge, 'imports the index.ts of its own package: import the file itself')
  if (isTest(edge.from) || !from.layers.includes(from.layer)) return undefined
  if (from.layers.indexOf(to.layer) <= from.layers.indexOf(from.layer)) return undefined
  return fault(edge, `${from.layer} may not import ${to.layer} (${edge.to})`)
}

/** Every file under `src` is in the folder of a layer. */
function strayFaults(repository: Repository): Fault[] {
  return repository.files.flatMap((file) => {
    const position = layerPositionOf(file)
    if (!position || position.layer === entryPoint || position.layers.includes(position.layer)) return []
    return [{ file, message: `is in none of the layers ${position.layers.join(', ')}` }]
  })
}

/** Files that both sides of an extension import (directly or not) must be `shared` or `markup` files. */
function sideFaults(repository: Repository, edges: readonly Edge[], id: string): Fault[] {
  const folder = `extensions/${id}/`
  const inner = edges.filter(
    ({ from, to }) => from.startsWith(folder) && to.startsWith(folder) && !isTest(from),
  )
  const own = repository.files.filter((file) => file.startsWith(folder))
  const server = reachableFrom(
    inner,
    own.filter((file) => isEntry(file, folder, 'server') || sideOfContract(file) === 'server'),
  )
  const client = reachableFrom(
    inner,
    own.filter(
      (file) =>
        isEntry(file, folder, 'client') ||
        isEntry(file, folder, 'admin') ||
        sideOfContract(file) === 'client',
    ),
  )
  const isMeetingPlace = (file: string) =>
    /^(contract\/|when\/[^/]+\/)?(shared|markup)(\.tsx?$|\/)/.test(file.slice(folder.length))
  const fromCore = edges.filter(({ from }) => from.startsWith(folder) && !isTest(from))
  return [
    ...[...server]
      .filter((file) => client.has(file) && !isMeetingPlace(file))
      .map((file) => ({
        file,
        message: 'is imported by both sides: they meet only in shared.ts and markup.ts',
      })),
    ...fromCore.flatMap((edge) => {
      const to = sideOfContract(edge.to) ?? areaOf(edge.to)
      const isShared = isMeetingPlace(edge.from)
      if (to === 'client' && (isShared || server.has(edge.from)))
        return [fault(edge, 'the server side may not import client')]
      if (to === 'server' && (isShared || client.has(edge.from)))
        return [fault(edge, 'the client side may not import server')]
      return []
    }),
  ]
}

function isEntry(file: string, folder: string, side: 'server' | 'client' | 'admin'): boolean {
  return new RegExp(`^${folder}${side}(\\.tsx?|/index\\.tsx?)$`).test(file)
}

function reachableFrom(edges: readonly Edge[], entries: readonly string[]): Set<string> {
  const seen = new Set(entries)
  for (const file of seen) {
    for (const { from, to } of edges) if (from === file) seen.add(to)
  }
  return seen
}

function fault(edge: Edge, message: string): Fault {
  return { file: edge.from, line: edge.line, message }
}
