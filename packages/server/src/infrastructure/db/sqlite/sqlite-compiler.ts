import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/** Writes limits as literals: SQLite's planner reads a bound limit and prepares the statement again for each new value. */
export class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }
}
