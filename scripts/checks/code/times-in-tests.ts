import type { Check } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'

const clocks = new Set(['performance.now', 'process.hrtime', 'process.cpuUsage'])

/**
 * Tests and journeys measure no times, as a busy machine would fail them. They count steps, or compare two sizes of
 * input (`growthOf` of @parley/testing). Times belong into `bench/`.
 */
export const timesInTests: Check = {
  name: 'time in test',
  find: (repository) =>
    repository.sources
      .filter(({ path }) => isTest(path))
      .flatMap((file) => clocksIn(file).map((fault) => ({ file: file.path, ...fault }))),
}

function clocksIn(file: SourceFile): { line: number; message: string }[] {
  const found: { line: number; message: string }[] = []
  const add = (offset: number, name: string) =>
    found.push({
      line: file.lineAt(offset),
      message: `${name} measures time: count steps, or compare two sizes with growthOf`,
    })
  walk(file.program, (node, ancestors) => {
    if (node.type === 'MemberExpression') {
      const name = file.text.slice(node.start, node.end)
      if (clocks.has(name)) add(node.start, name)
    }
    if (node.type === 'Property' && node.value.type === 'Literal' && node.value.value === 'longtask')
      add(node.start, 'longtask')
    if (node.type === 'BinaryExpression' && node.operator === '-') {
      const left = file.text.slice(node.left.start, node.left.end)
      const isMoment = ancestors.at(-1)?.type === 'NewExpression' || node.right.type !== 'Identifier'
      if (left === 'Date.now()' && !isMoment) add(node.start, 'Date.now()')
    }
  })
  return found
}
