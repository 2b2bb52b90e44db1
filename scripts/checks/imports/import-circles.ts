import type { Check, Fault } from '../repository.ts'
import { type Edge, findEdges } from './import-graph.ts'

/**
 * No circles of static imports, type imports included: files of a circle can only be understood together. An `import()`
 * call runs later and cannot see a half-evaluated module.
 */
export const importCircles: Check = {
  name: 'import circle',
  find(repository) {
    const edges = findEdges(repository).filter(({ kind }) => kind !== 'lazy')
    return findCircles(edges).map((circle) => faultOf(circle, edges))
  },
}

/** Strongly connected components of several files, and files that import themselves (Tarjan's algorithm). */
function findCircles(edges: readonly Pick<Edge, 'from' | 'to'>[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to])
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  function visit(file: string): number {
    const index = order.size
    let low = index
    order.set(file, index)
    open.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    lowest.set(file, low)
    if (low === index) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1 || targets.get(file)?.includes(file)) circles.push(circle)
    }
    return low
  }

  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return circles
}

function faultOf(circle: readonly string[], edges: readonly Edge[]): Fault {
  const innerEdges = edges.filter(({ from, to }) => circle.includes(from) && circle.includes(to))
  const first = innerEdges[0]
  return {
    file: first?.from ?? circle[0] ?? '',
    ...(first && { line: first.line }),
    message: `${circle.length} files import each other: ${circle.join(', ')}`,
  }
}
