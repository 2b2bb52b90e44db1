import type { Node } from 'oxc-parser'
import { type SourceFile, walk } from '../checks/source-file.ts'

/** One small change of a source that a test should notice. */
export interface Mutant {
  /** Path from the root. */
  file: string
  /** 1-based. */
  line: number
  /** What is replaced: offsets in the text. */
  start: number
  end: number
  replacement: string
  /** In words, for people and for the list of equivalent mutants. */
  what: string
  /** Offset of the innermost function around it; undefined outside of functions. */
  inside: number | undefined
}

const operators: Readonly<Record<string, string>> = {
  '>': '>=',
  '>=': '>',
  '<': '<=',
  '<=': '<',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}

/** Links of a chain without which it still is one: conditions and orders of queries, and what changes texts and lists. */
const links = new Set(
  'where having orderBy limit distinct filter slice trim sort reverse toReversed toSorted toLowerCase replace replaceAll'.split(
    ' ',
  ),
)

/** Every mutant of a source. Texts stay, and so do declarations that are gone at run time. */
export function mutantsOf(file: SourceFile): Mutant[] {
  const mutants: Mutant[] = []
  const add = (node: Node, ancestors: readonly Node[], start: number, end: number, replacement: string) => {
    const inside = [...ancestors, node].findLast(isFunction)?.start
    const before = shortened(file.text.slice(start, end))
    const what = /^;?$/.test(replacement) ? `without ${before}` : `${before} → ${shortened(replacement)}`
    mutants.push({
      ...{ file: file.path, line: file.lineAt(start), start, end, replacement, what },
      inside,
    })
  }
  walk(file.program, (node, ancestors) => {
    const parent = ancestors.at(-1)
    if (parent?.type === 'Property' && parent.key === node) return
    if (ancestors.some(({ type }) => type.startsWith('TS') && !kept.has(type))) return
    for (const [start, end, replacement] of changesOf(node, file.text))
      add(node, ancestors, start, end, replacement)
  })
  return mutants
}

/** Nodes of TypeScript that hold expressions. */
const kept = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSParameterProperty',
])

type Change = readonly [start: number, end: number, replacement: string]

function changesOf(node: Node, text: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorChanges(node.left.end, node.right.start, node.operator, text)
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((value) => [node.test.start, node.test.end, value] as const)
    case 'UnaryExpression':
      return node.operator === '!' ? [[node.start, node.argument.start, '']] : []
    case 'Literal':
      return literalChanges(node)
    case 'ExpressionStatement':
      return /^(await )?super\(|^'use /.test(text.slice(node.start, node.end))
        ? []
        : [[node.start, node.end, ';']]
    case 'ThrowStatement':
      return [[node.start, node.end, ';']]
    case 'CallExpression': {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
      return links.has(callee.property.name) ? [[callee.object.end, node.end, '']] : []
    }
    default:
      return []
  }
}

function operatorChanges(from: number, to: number, operator: string, text: string): Change[] {
  const other = operator === '??' ? '&&' : operators[operator]
  const start = from + text.slice(from, to).indexOf(operator)
  return other === undefined || start < from ? [] : [[start, start + operator.length, other]]
}

function literalChanges({ start, end, value }: Extract<Node, { type: 'Literal' }>): Change[] {
  if (typeof value === 'boolean') return [[start, end, String(!value)]]
  if (typeof value === 'number') return [[start, end, String(value >= 10 ? value * 10 : value + 1)]]
  return []
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}
