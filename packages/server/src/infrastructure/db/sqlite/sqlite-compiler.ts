import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/** SQLite's planner reads a bound limit, and then prepares the statement anew every time one is bound. */
export class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }
}
