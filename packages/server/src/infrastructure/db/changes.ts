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

/** A change that a statement made: to some rows of one table, or to unknown rows if `table` is undefined. */
export interface TableChange {
  readonly table: string | undefined
  readonly kind: 'insert' | 'update' | 'delete'
  /** The written columns; undefined if they are unknown. */
  readonly columns?: readonly string[]
  /** By column: every changed row has one of these numbers in it. A missing column has unknown values. */
  readonly knownValues: ReadonlyMap<string, readonly number[]>
}

const unknownChange: TableChange = { table: undefined, kind: 'update', knownValues: new Map() }

/** Returns the changes that a successful statement made; none for a statement that only reads. */
export function changesOf({ query, sql }: CompiledQuery, result: QueryResult<unknown>): TableChange[] {
  if ('with' in query && query.with?.expressions.some(({ expression }) => !isRead(expression))) {
    return [unknownChange]
  }
  switch (query.kind) {
    case 'SelectQueryNode':
      return []
    case 'InsertQueryNode':
      return changesOfInsert(query, result)
    case 'UpdateQueryNode': {
      const columns = (query.updates ?? []).map(({ column }) => nameOf(column) ?? '')
      const target = targetOf(query.table, Boolean(query.from ?? query.joins))
      const knownValues = withReturned(valuesIn(query.where?.where, target), query.returning, result)
      return [{ table: nameOf(query.table), kind: 'update', columns, knownValues }]
    }
    case 'DeleteQueryNode': {
      const [table, ...others] = query.from.froms
      const target = targetOf(table, others.length > 0 || Boolean(query.using ?? query.joins))
      const knownValues = withReturned(valuesIn(query.where?.where, target), query.returning, result)
      return [{ table: nameOf(table), kind: 'delete', knownValues }]
    }
    case 'RawNode':
      return changesOfText(sql)
    default:
      return [unknownChange]
  }
}

/** Whether a node of a statement only reads. */
function isRead(node: OperationNode): boolean {
  if (node.kind === 'RawNode') return changesOfText((node as RawNode).sqlFragments.join(' ')).length === 0
  return node.kind === 'SelectQueryNode' || node.kind === 'ValuesNode'
}

/** Returns an insert's changes: `on conflict do update` and `replace` may also update existing rows. */
function changesOfInsert(query: InsertQueryNode, result: QueryResult<unknown>): TableChange[] {
  const { onConflict, onDuplicateKey, replace, orAction, returning } = query
  const table = nameOf(query.into)
  const inserted = insertedValues(query.columns?.map(nameOf) ?? [], query.values)
  const insertion: TableChange = {
    table,
    kind: 'insert',
    knownValues: withReturned(inserted, returning, result),
  }
  if (replace || onDuplicateKey || orAction?.action === 'replace') {
    return [insertion, { table, kind: 'update', knownValues: new Map() }]
  }
  if (!onConflict?.updates) return [insertion]
  // An existing row shares the values of the conflicting columns only.
  const conflicting = new Set(onConflict.columns?.map(nameOf))
  const shared = new Map([...inserted].filter(([column]) => conflicting.has(column)))
  const columns = onConflict.updates.map(({ column }) => nameOf(column) ?? '')
  return [insertion, { table, kind: 'update', columns, knownValues: withReturned(shared, returning, result) }]
}

const writePattern =
  /\b(insert|replace|update|delete)\b(?:\s+or\s+\w+)?\s+(?:into\s+|from\s+)?(?:only\s+)?"?(\w+)"?/gi
/** Matches an insert that may also update existing rows. */
const upsertPattern = /\bdo\s+update\b|\breplace\s+into\b|\bor\s+replace\b/i
const notTables = new Set(['set', 'skip', 'nowait', 'of', 'cascade', 'restrict', 'nothing'])

/** Returns the changes of hand-written SQL, of which only the tables are known. */
function changesOfText(sql: string): TableChange[] {
  if (/^\s*(create|alter|drop|truncate|merge|copy)\b/i.test(sql)) return [unknownChange]
  return [...sql.matchAll(writePattern)].flatMap(([, verb = '', table = '']) => {
    if (notTables.has(table.toLowerCase())) return []
    const kind = /delete/i.test(verb) ? 'delete' : /update/i.test(verb) ? 'update' : 'insert'
    const change = { table, kind, knownValues: new Map() } as const
    return kind === 'insert' && upsertPattern.test(sql) ? [change, { ...change, kind: 'update' }] : [change]
  })
}

/** Returns the name of a table or column; undefined for any other node. */
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

type KnownValues = Map<string, readonly number[]>

function insertedValues(
  columns: readonly (string | undefined)[],
  values: OperationNode | undefined,
): KnownValues {
  const knownValues: KnownValues = new Map()
  const rows =
    values?.kind === 'ValuesNode' ? (values as unknown as { values: readonly OperationNode[] }).values : []
  for (const [index, column] of columns.entries()) {
    const numbers = rows.map((row) => literalsOf(row)[index])
    if (column !== undefined && numbers.length > 0 && numbers.every((value) => typeof value === 'number'))
      knownValues.set(column, numbers as number[])
  }
  return knownValues
}

/** The changed table, under the name that its statement's conditions use. */
interface Target {
  name: string | undefined
  /** Whether the statement names other tables: an unqualified column may then be one of theirs. */
  hasOtherTables: boolean
}

function targetOf(table: OperationNode | undefined, hasOtherTables: boolean): Target {
  const alias = table?.kind === 'AliasNode' ? (table as AliasNode).alias : undefined
  return { name: nameOf(alias ?? table), hasOtherTables }
}

/** Returns the values that a condition requires of every row that meets it. */
function valuesIn(node: OperationNode | undefined, target: Target): KnownValues {
  if (!node) return new Map()
  const parts = node as unknown as Record<
    'left' | 'right' | 'node' | 'leftOperand' | 'rightOperand',
    OperationNode
  >
  if (node.kind === 'AndNode')
    return new Map([...valuesIn(parts.left, target), ...valuesIn(parts.right, target)])
  if (node.kind === 'ParensNode') return valuesIn(parts.node, target)
  if (RawNode.is(node)) return valuesInIdList(node, target)
  if (node.kind !== 'BinaryOperationNode') return new Map()
  const { operator } = (node as unknown as { operator: { operator?: string } }).operator
  const column = columnOf(parts.leftOperand, target)
  const values = literalsOf(parts.rightOperand)
  const isKnown =
    (operator === '=' || operator === 'in') && values.every((value) => typeof value === 'number')
  return column !== undefined && isKnown && values.length > 0
    ? new Map([[column, values as number[]]])
    : new Map()
}

/** Returns the name of a column that certainly belongs to the changed table; undefined for other nodes. */
function columnOf(node: OperationNode | undefined, { name, hasOtherTables }: Target): string | undefined {
  if (!node || !ReferenceNode.is(node)) return undefined
  const isOwn = node.table ? nameOf(node.table) === name : !hasOtherTables
  return isOwn ? nameOf(node) : undefined
}

/** Reads the condition that `Dialect.idIn` writes. */
function valuesInIdList({ sqlFragments, parameters: [column, list] }: RawNode, target: Target): KnownValues {
  const isList = /^ (in \(select value from json_each\(|= any\()$/.test(sqlFragments[1] ?? '')
  const name = columnOf(column, target)
  if (!isList || name === undefined || !list || !ValueNode.is(list)) return new Map()
  const ids = typeof list.value === 'string' ? (JSON.parse(list.value) as unknown) : list.value
  return Array.isArray(ids) ? new Map([[name, ids as number[]]]) : new Map()
}

function literalsOf(node: OperationNode): readonly unknown[] {
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

/** Adds the values of returned rows, which are the changed ones. A value under an alias is not a column's. */
function withReturned(
  knownValues: KnownValues,
  returning: ReturningNode | undefined,
  { rows }: QueryResult<unknown>,
): KnownValues {
  const [first] = rows as Record<string, unknown>[]
  if (!first || !returning) return knownValues
  const unaliased = new Set(
    returning.selections.flatMap(({ selection }) =>
      selection.kind === 'AliasNode' ? [] : [nameOf(selection)],
    ),
  )
  const isAll = returning.selections.every(({ selection }) => selectsAll(selection))
  const all = new Map(knownValues)
  for (const [column, value] of Object.entries(first)) {
    if (typeof value !== 'number' || all.has(column) || !(isAll || unaliased.has(column))) continue
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

/** Receives the changes of a transaction when it is durable, before it is acknowledged. */
export type ChangeListener = (changes: readonly TableChange[]) => void | Promise<void>

/** The change listeners of one database. */
export class ChangeListeners {
  readonly #listeners: ChangeListener[] = []

  add(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  async notify(changes: readonly TableChange[]): Promise<void> {
    if (changes.length > 0) for (const listener of this.#listeners) await listener(changes)
  }
}
