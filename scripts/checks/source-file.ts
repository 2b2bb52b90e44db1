import { type Comment, type Node, type Program, parseSync, visitorKeys } from 'oxc-parser'

/** A source file. It is parsed on the first access to `program` or `comments`. */
export interface SourceFile {
  path: string
  text: string
  program: Program
  comments: readonly Comment[]
  imports: readonly Import[]
  strings: readonly TextPiece[]
  /** Every identifier of the code, in its order. */
  identifiers: readonly IdentifierUse[]
  /** 1-based line of an offset in the text. */
  lineAt(offset: number): number
}

/** A reference to another module. */
export interface Import {
  specifier: string
  line: number
  /**
   * `value`: a static import; `type`: erased at run time; `lazy`: a call of `import()` or `import.meta.resolve()`.
   * `import { type A }` counts as value, as Node keeps the import when it strips the type.
   */
  kind: 'value' | 'type' | 'lazy'
}

/** A string literal or a piece of a template; `isWhole` is false for pieces of a template with expressions. */
export interface TextPiece {
  value: string
  node: Node
  line: number
  isWhole: boolean
}

export interface IdentifierUse {
  name: string
  line: number
}

export function openSource(path: string, read: (file: string) => string): SourceFile {
  let text: string | undefined
  let parsed: ReturnType<typeof parseSync> | undefined
  let program: Program | undefined
  let imports: readonly Import[] | undefined
  let strings: readonly TextPiece[] | undefined
  let identifiers: readonly IdentifierUse[] | undefined
  let lineEnds: readonly number[] | undefined
  const file: SourceFile = {
    path,
    get text() {
      text ??= read(path)
      return text
    },
    get program() {
      parsed ??= parse(file)
      program ??= parsed.program
      return program
    },
    get comments() {
      parsed ??= parse(file)
      return parsed.comments
    },
    get imports() {
      imports ??= findImports(file)
      return imports
    },
    get strings() {
      strings ??= findStrings(file)
      return strings
    },
    get identifiers() {
      identifiers ??= findIdentifiers(file)
      return identifiers
    },
    lineAt(offset) {
      lineEnds ??= findLineEnds(file.text)
      return countBelow(lineEnds, offset) + 1
    },
  }
  return file
}

/** Whether a file is a test or journey, which may use development tools and has no size limit. */
export function isTest(path: string): boolean {
  return /\.(test|test-d|e2e)\.tsx?$/.test(path)
}

/** Calls `visit` for every node in pre-order; `ancestors` ends with the parent. */
export function walk(
  node: Node,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: readonly Node[] = [],
): void {
  visit(node, ancestors)
  const inner = [...ancestors, node]
  for (const key of visitorKeys[node.type] ?? []) {
    const child: unknown = Reflect.get(node, key)
    for (const item of Array.isArray(child) ? child : [child]) {
      if (isNode(item)) walk(item, visit, inner)
    }
  }
}

function findLineEnds(text: string): number[] {
  return Array.from(text.matchAll(/\n/g), ({ index }) => index)
}

/** How many of the ascending numbers are less than a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? Number.POSITIVE_INFINITY) < limit) low = middle + 1
    else high = middle
  }
  return low
}

function findIdentifiers(file: SourceFile): IdentifierUse[] {
  const found: IdentifierUse[] = []
  walk(file.program, (node) => {
    if (node.type === 'Identifier') found.push({ name: node.name, line: file.lineAt(node.start) })
  })
  return found
}

function findStrings(file: SourceFile): TextPiece[] {
  const found: TextPiece[] = []
  walk(file.program, (node, ancestors) => {
    if (node.type === 'Literal' && typeof node.value === 'string') {
      found.push({ value: node.value, node, line: file.lineAt(node.start), isWhole: true })
    }
    if (node.type === 'TemplateElement') {
      const template = ancestors.at(-1)
      const isWhole = template?.type === 'TemplateLiteral' && template.quasis.length === 1
      found.push({ value: node.value.cooked ?? '', node, line: file.lineAt(node.start), isWhole })
    }
  })
  return found
}

function parse(file: SourceFile): ReturnType<typeof parseSync> {
  const lang = file.path.endsWith('.tsx') ? 'tsx' : file.path.endsWith('.ts') ? 'ts' : 'js'
  const result = parseSync(file.path, file.text, { lang, sourceType: 'module' })
  const [error] = result.errors
  if (error) throw new Error(`${file.path}:${file.lineAt(error.labels[0]?.start ?? 0)} ${error.message}`)
  return result
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function findImports(file: SourceFile): Import[] {
  const imports: Import[] = []
  const add = (source: Node | null | undefined, kind: Import['kind']) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return
    imports.push({ specifier: source.value, line: file.lineAt(source.start), kind })
  }
  walk(file.program, (node) => {
    if (node.type === 'ImportDeclaration') add(node.source, node.importKind === 'type' ? 'type' : 'value')
    if (node.type === 'ExportNamedDeclaration')
      add(node.source, node.exportKind === 'type' ? 'type' : 'value')
    if (node.type === 'ExportAllDeclaration') add(node.source, node.exportKind === 'type' ? 'type' : 'value')
    if (node.type === 'ImportExpression') add(node.source, 'lazy')
    if (node.type === 'CallExpression' && isMetaResolve(node.callee)) add(node.arguments[0], 'lazy')
    if (node.type === 'TSImportType') add(node.source, 'type')
  })
  return imports
}

/** Whether an expression is `import.meta.resolve`. */
function isMetaResolve(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'MetaProperty' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'resolve'
  )
}
