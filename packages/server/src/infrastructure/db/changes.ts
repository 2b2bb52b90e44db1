import {
  type AliasNode,
  type CompiledQuery,
  type InsertQueryNode,
  type OperationNode,
  type QueryResult,
  RawNode,
  ReferenceNode,
  type ReturningNode,
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
  if ('with' in query && query.with?.expressions.some(({ expression }) => !isRead(expression))) {
    return [anything]
  }
  switch (query.kind) {
    case 'SelectQueryNode':
      return []
    case 'InsertQueryNode':
      return changesOfInsert(query, result)
    case 'UpdateQueryNode': {
      const columns = (query.updates ?? []).map(({ column }) => nameOf(column) ?? '')
      const target = targetOf(query.table, Boolean(query.from ?? query.joins))
      const among = withReturned(chosen(query.where?.where, target), query.returning, result)
      return [{ table: nameOf(query.table), kind: 'update', columns, among }]
    }
    case 'DeleteQueryNode': {
      const [table, ...others] = query.from.froms
      const target = targetOf(table, others.length > 0 || Boolean(query.using ?? query.joins))
      const among = withReturned(chosen(query.where?.where, target), query.returning, result)
      return [{ table: nameOf(table), kind: 'delete', among }]
    }
    case 'RawNode':
      return changesOfText(sql)
    default:
      return [anything]
  }
}

/** Whether a part of a statement only reads. */
function isRead(node: OperationNode): boolean {
  if (node.kind === 'RawNode') return changesOfText((node as RawNode).sqlFragments.join(' ')).length === 0
  return node.kind === 'SelectQueryNode' || node.kind === 'ValuesNode'
}

/** An insert may also write to rows that it finds: `on conflict do update`, `replace`. */
function changesOfInsert(query: InsertQueryNode, result: QueryResult<unknown>): TableChange[] {
  const { onConflict, onDuplicateKey, replace, orAction, returning } = query
  const table = nameOf(query.into)
  const among = inserted(query.columns?.map(nameOf) ?? [], query.values)
  const made: TableChange = { table, kind: 'insert', among: withReturned(among, returning, result) }
  if (replace || onDuplicateKey || orAction?.action === 'replace') {
    return [made, { table, kind: 'update', among: new Map() }]
  }
  if (!onConflict?.updates) return [made]
  // A row that was there has the values of the conflict; others of its values may be other ones than were to be inserted.
  const shared = new Set(onConflict.columns?.map(nameOf))
  const known = new Map([...among].filter(([column]) => shared.has(column)))
  const columns = onConflict.updates.map(({ column }) => nameOf(column) ?? '')
  return [made, { table, kind: 'update', columns, among: withReturned(known, returning, result) }]
}

const writing =
  /\b(insert|replace|update|delete)\b(?:\s+or\s+\w+)?\s+(?:into\s+|from\s+)?(?:only\s+)?"?(\w+)"?/gi
/** An insert with one of these may write to rows that it finds. */
const mayFindRows = /\bdo\s+update\b|\breplace\s+into\b|\bor\s+replace\b/i
const notTables = new Set(['set', 'skip', 'nowait', 'of', 'cascade', 'restrict', 'nothing'])

/** Of SQL that was written by hand only the tables are known. */
function changesOfText(sql: string): TableChange[] {
  if (/^\s*(create|alter|drop|truncate|merge|copy)\b/i.test(sql)) return [anything]
  return [...sql.matchAll(writing)].flatMap(([, verb = '', table = '']) => {
    if (notTables.has(table.toLowerCase())) return []
    const kind = /delete/i.test(verb) ? 'delete' : /update/i.test(verb) ? 'update' : 'insert'
    const change = { table, kind, among: new Map() } as const
    return kind === 'insert' && mayFindRows.test(sql) ? [change, { ...change, kind: 'update' }] : [change]
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

/** The changed table, as the conditions of its statement call it. */
interface Target {
  name: string | undefined
  /** Other tables stand beside it: a column without the name of a table may be theirs. */
  isAmongOthers: boolean
}

function targetOf(table: OperationNode | undefined, isAmongOthers: boolean): Target {
  const alias = table?.kind === 'AliasNode' ? (table as AliasNode).alias : undefined
  return { name: nameOf(alias ?? table), isAmongOthers }
}

/** What a condition says of all rows it is true for. */
function chosen(node: OperationNode | undefined, target: Target): Among {
  if (!node) return new Map()
  const parts = node as unknown as Record<
    'left' | 'right' | 'node' | 'leftOperand' | 'rightOperand',
    OperationNode
  >
  if (node.kind === 'AndNode') return new Map([...chosen(parts.left, target), ...chosen(parts.right, target)])
  if (node.kind === 'ParensNode') return chosen(parts.node, target)
  if (RawNode.is(node)) return chosenByList(node, target)
  if (node.kind !== 'BinaryOperationNode') return new Map()
  const { operator } = (node as unknown as { operator: { operator?: string } }).operator
  const column = columnOf(parts.leftOperand, target)
  const values = valuesIn(parts.rightOperand)
  const isKnown =
    (operator === '=' || operator === 'in') && values.every((value) => typeof value === 'number')
  return column !== undefined && isKnown && values.length > 0
    ? new Map([[column, values as number[]]])
    : new Map()
}

/** The name of a column of the changed table; undefined for what is none, or may be that of another table. */
function columnOf(node: OperationNode | undefined, { name, isAmongOthers }: Target): string | undefined {
  if (!node || !ReferenceNode.is(node)) return undefined
  const isOwn = node.table ? nameOf(node.table) === name : !isAmongOthers
  return isOwn ? nameOf(node) : undefined
}

/** As `Dialect.idIn` writes it. */
function chosenByList({ sqlFragments, parameters: [column, list] }: RawNode, target: Target): Among {
  const isList = /^ (in \(select value from json_each\(|= any\()$/.test(sqlFragments[1] ?? '')
  const name = columnOf(column, target)
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

/** Rows that a statement gives back are those it changed. What they have under another name is no column of theirs. */
function withReturned(
  among: Among,
  returning: ReturningNode | undefined,
  { rows }: QueryResult<unknown>,
): Among {
  const [first] = rows as Record<string, unknown>[]
  if (!first || !returning) return among
  const plain = new Set(
    returning.selections.flatMap(({ selection }) =>
      selection.kind === 'AliasNode' ? [] : [nameOf(selection)],
    ),
  )
  const isAll = returning.selections.every(({ selection }) => selectsAll(selection))
  const all = new Map(among)
  for (const [column, value] of Object.entries(first)) {
    if (typeof value !== 'number' || all.has(column) || !(isAll || plain.has(column))) continue
    all.set(
      column,
      (rows as Record<string, unknown>[]).map((row) => Number(row[column])),
    )
  }
  return all
}

function selectsAll(node: OperationNode): boolean {
  return node.kind === 'SelectAllNode' || (ReferenceNode.is(node) && node.column.kind === 'SelectAllNode')
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
