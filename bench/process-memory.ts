import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of a process and its descendants in bytes: the sum of their proportional set sizes, which count shared pages
 * once. Linux only (`/proc/<pid>/smaps_rollup`).
 */
export function memoryOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, id) => sum + proportionalSetSize(id), 0)
}

/** Processor time of a process and its descendants, in seconds. */
export function processorTimeOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, id) => sum + processorTime(id), 0)
}

function treeOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    const parent = stat && Number(stat[1])
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const selfAndDescendants = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap(selfAndDescendants),
  ]
  return selfAndDescendants(root)
}

/** The fields of `/proc/<pid>/stat` after the name: state, parent and so on; undefined if the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const ticksPerSecond = 100

function processorTime(pid: number): number {
  const stat = statOf(pid)
  return stat ? (Number(stat[11]) + Number(stat[12])) / ticksPerSecond : 0
}

function proportionalSetSize(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}
