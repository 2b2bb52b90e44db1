import {
  type CompiledQuery,
  type OperationNode,
  type QueryResult,
  RawNode,
  ReferenceNode,
  ValueNode,
} from 'kysely'

/** What a statement changed: some rows of one table, or, with `table` undefined, anything. */
export interface TableChange {
  readonly table: string | undefined
  readonly kind: 'insert' | 'update' | 'delete'
  /** Columns that were written; undefined for any. */
  readonly columns?: readonly string[]
  /** Numbers that all changed rows have one of in a column, by column: what is left out is not known. */
  readonly among: ReadonlyMap<string, readonly number[]>
}

const anything: TableChange = { table: undefined, kind: 'update', among: new Map() }

/** What a statement that went well changed; nothing for one that only reads. */
export function changesOf({ query, sql }: CompiledQuery, result: QueryResult<unknown>): TableChange[] {
  switch (query.kind) {
    case 'SelectQueryNode':
      return []
    case 'InsertQueryNode': {
      const among = inserted(query.columns?.map(nameOf) ?? [], query.values)
      return [{ table: nameOf(query.into), kind: 'insert', among: withReturned(among, result) }]
    }
    case 'UpdateQueryNode': {
      const columns = (query.updates ?? []).map(({ column }) => nameOf(column) ?? '')
      const among = withReturned(chosen(query.where?.where), result)
      return [{ table: nameOf(query.table), kind: 'update', columns, among }]
    }
    case 'DeleteQueryNode': {
      const [table] = query.from.froms
      return [
        { table: nameOf(table), kind: 'delete', among: withReturned(chosen(query.where?.where), result) },
      ]
    }
    case 'RawNode':
      return changesOfText(sql)
    default:
      return [anything]
  }
}

const writing =
  /\b(insert|replace|update|delete)\b(?:\s+or\s+\w+)?\s+(?:into\s+|from\s+)?(?:only\s+)?"?(\w+)"?/gi
const notTables = new Set(['set', 'skip', 'nowait', 'of', 'cascade', 'restrict', 'nothing'])

/** Of SQL that was written by hand only the tables are known. */
function changesOfText(sql: string): TableChange[] {
  if (/^\s*(create|alter|drop|truncate|merge|copy)\b/i.test(sql)) return [anything]
  return [...sql.matchAll(writing)].flatMap(([, verb = '', table = '']) => {
    if (notTables.has(table.toLowerCase())) return []
    const kind = /delete/i.test(verb) ? 'delete' : /update/i.test(verb) ? 'update' : 'insert'
    return [{ table, kind, among: new Map() } as const]
  })
}

/** The name of a table or column; undefined for what is neither. */
function nameOf(node: OperationNode | undefined): string | undefined {
  if (!node) return undefined
  const {
    kind,
    table,
    node: inner,
    identifier,
    name,
    column,
  } = node as OperationNode & Record<string, unknown>
  if (kind === 'IdentifierNode') return name as string
  if (kind === 'AliasNode') return nameOf(inner as OperationNode)
  if (kind === 'TableNode') return nameOf(table as OperationNode)
  if (kind === 'SchemableIdentifierNode') return nameOf(identifier as OperationNode)
  return kind === 'ColumnNode' || kind === 'ReferenceNode' ? nameOf(column as OperationNode) : undefined
}

type Among = Map<string, readonly number[]>

function inserted(columns: readonly (string | undefined)[], values: OperationNode | undefined): Among {
  const among: Among = new Map()
  const rows =
    values?.kind === 'ValuesNode' ? (values as unknown as { values: readonly OperationNode[] }).values : []
  for (const [place, column] of columns.entries()) {
    const numbers = rows.map((row) => valuesIn(row)[place])
    if (column !== undefined && numbers.length > 0 && numbers.every((value) => typeof value === 'number'))
      among.set(column, numbers as number[])
  }
  return among
}

/** What a condition says of all rows it is true for. */
function chosen(node: OperationNode | undefined): Among {
  if (!node) return new Map()
  const parts = node as unknown as Record<
    'left' | 'right' | 'node' | 'leftOperand' | 'rightOperand',
    OperationNode
  >
  if (node.kind === 'AndNode') return new Map([...chosen(parts.left), ...chosen(parts.right)])
  if (node.kind === 'ParensNode') return chosen(parts.node)
  if (RawNode.is(node)) return chosenByList(node)
  if (node.kind !== 'BinaryOperationNode') return new Map()
  const { operator } = (node as unknown as { operator: { operator?: string } }).operator
  const column = ReferenceNode.is(parts.leftOperand) ? nameOf(parts.leftOperand) : undefined
  const values = valuesIn(parts.rightOperand)
  const isKnown =
    (operator === '=' || operator === 'in') && values.every((value) => typeof value === 'number')
  return column !== undefined && isKnown && values.length > 0
    ? new Map([[column, values as number[]]])
    : new Map()
}

/** As `Dialect.idIn` writes it. */
function chosenByList({ sqlFragments, parameters: [column, list] }: RawNode): Among {
  const isList = /^ (in \(select value from json_each\(|= any\()$/.test(sqlFragments[1] ?? '')
  const name = column && ReferenceNode.is(column) ? nameOf(column) : undefined
  if (!isList || name === undefined || !list || !ValueNode.is(list)) return new Map()
  const ids = typeof list.value === 'string' ? (JSON.parse(list.value) as unknown) : list.value
  return Array.isArray(ids) ? new Map([[name, ids as number[]]]) : new Map()
}

function valuesIn(node: OperationNode): readonly unknown[] {
  const { kind, value, values } = node as unknown as {
    kind: string
    value: unknown
    values: readonly unknown[]
  }
  if (kind === 'ValueNode') return [value]
  if (kind === 'PrimitiveValueListNode') return values
  if (kind === 'ValueListNode') {
    return (values as OperationNode[]).map((each) => (ValueNode.is(each) ? each.value : undefined))
  }
  return [undefined]
}

/** Rows that a statement gives back are those it changed. */
function withReturned(among: Among, { rows }: QueryResult<unknown>): Among {
  const [first] = rows as Record<string, unknown>[]
  if (!first) return among
  const all = new Map(among)
  for (const [column, value] of Object.entries(first)) {
    if (typeof value !== 'number' || all.has(column)) continue
    all.set(
      column,
      (rows as Record<string, unknown>[]).map((row) => Number(row[column])),
    )
  }
  return all
}

/** Told what a transaction has changed, once it is durable and before it is acknowledged. */
export type ChangeListener = (changes: readonly TableChange[]) => void | Promise<void>

/** Those who want to know of changes. */
export class ChangeListeners {
  readonly #listeners: ChangeListener[] = []

  add(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  async tell(changes: readonly TableChange[]): Promise<void> {
    if (changes.length > 0) for (const listener of this.#listeners) await listener(changes)
  }
}
