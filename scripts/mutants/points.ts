import type { Node } from 'oxc-parser'
import { type SourceFile, walk } from '../checks/source-file.ts'

/** One small change of a source file that a test should detect. */
export interface Mutant {
  /** Path from the root. */
  file: string
  /** 1-based. */
  line: number
  /** Offsets of the replaced text. */
  start: number
  end: number
  replacement: string
  /** Description of the change, which also identifies equivalent mutants. */
  what: string
  /** Offset of the innermost function around the change; undefined outside of functions. */
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

/** Methods that may be removed from a chain of calls: parts of queries, and operations on texts and lists. */
const removableCalls = new Set(
  'where having orderBy limit distinct filter slice trim sort reverse toReversed toSorted toLowerCase replace replaceAll'.split(
    ' ',
  ),
)

/** All mutants of a source file. Strings and erased types are not mutated. */
export function mutantsOf(file: SourceFile): Mutant[] {
  const mutants: Mutant[] = []
  const add = (node: Node, ancestors: readonly Node[], start: number, end: number, replacement: string) => {
    const inside = [...ancestors, node].findLast(isFunction)?.start
    const before = shorten(file.text.slice(start, end))
    const what = /^;?$/.test(replacement) ? `without ${before}` : `${before} → ${shorten(replacement)}`
    mutants.push({
      ...{ file: file.path, line: file.lineAt(start), start, end, replacement, what },
      inside,
    })
  }
  walk(file.program, (node, ancestors) => {
    const parent = ancestors.at(-1)
    if (parent?.type === 'Property' && parent.key === node) return
    if (ancestors.some(({ type }) => type.startsWith('TS') && !expressionNodes.has(type))) return
    for (const [start, end, replacement] of changesOf(node, file.text))
      add(node, ancestors, start, end, replacement)
  })
  return mutants
}

/** TypeScript nodes that contain expressions. */
const expressionNodes = new Set([
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
      return removableCalls.has(callee.property.name) ? [[callee.object.end, node.end, '']] : []
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

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}
