import {
  AliasNode,
  AndNode,
  type CompiledQuery,
  IdentifierNode,
  type OperationNode,
  ParensNode,
  type QueryId,
  RawNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  WhereNode,
} from 'kysely'
import { LiteralLimits } from './sqlite-compiler.ts'

/** The SQL function that watched selects call for each row they examine. */
export const examineFunction = 'examine_row'

/**
 * Compiles statements whose selects, also in subqueries, call `examine_row` for every row that they examine, before they
 * evaluate other conditions. `node:sqlite` cannot interrupt a statement, but a function that throws ends it.
 */
export class WatchedSelects extends LiteralLimits {
  readonly #hasRowId: (table: string) => boolean
  /** Names of common table expressions, whose rows have no `rowid`. */
  readonly #expressions = new Set<string>()

  /** @param hasRowId whether `table` is a table of the database whose rows have a `rowid`. */
  constructor(hasRowId: (table: string) => boolean) {
    super()
    this.#hasRowId = hasRowId
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#expressions.clear()
    return super.compileQuery(node, queryId)
  }

  protected override visitSelectQuery(node: SelectQueryNode): void {
    for (const { name } of node.with?.expressions ?? []) {
      this.#expressions.add(name.table.table.identifier.name)
    }
    super.visitSelectQuery(node.from ? { ...node, where: this.#watched(node) } : node)
  }

  #watched({ from, joins = [], where }: SelectQueryNode): WhereNode {
    const sources = [...(from?.froms ?? []), ...joins.map(({ table }) => table)]
    const calls = sources.map((source) => callFor(this.#rowIdOf(source)))
    const all = calls.reduce((left, right) => AndNode.create(left, right))
    return WhereNode.create(where ? AndNode.create(all, ParensNode.create(where.where)) : all)
  }

  /** The row id of a source: SQLite calls a function once per row of a join only if an argument depends on the row. */
  #rowIdOf(source: OperationNode): OperationNode | undefined {
    const table = AliasNode.is(source) ? source.node : source
    if (!TableNode.is(table) || table.table.schema) return undefined
    const { name } = table.table.identifier
    if (this.#expressions.has(name) || !this.#hasRowId(name)) return undefined
    const alias = AliasNode.is(source) ? source.alias : IdentifierNode.create(name)
    return RawNode.create(['', '.rowid'], [alias])
  }
}

function callFor(rowId: OperationNode | undefined): OperationNode {
  return RawNode.create([`${examineFunction}(`, ')'], [rowId ?? RawNode.createWithSql('0')])
}
