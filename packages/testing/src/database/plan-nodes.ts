import type { Database } from '@parley/server/db'
import { CompiledQuery, sql } from 'kysely'
import { disablePlannerMethods } from './statements.ts'

/** A step of PostgreSQL's plan of a statement, with what it did when the statement ran. */
export interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * Runs a statement on PostgreSQL and returns all steps of its plan, the outermost first.
 * @param without planner methods to disable, such as `seqscan`, which the planner prefers for small tables.
 */
export async function planNodes(
  database: Database,
  { sql: text, parameters }: CompiledQuery,
  without: readonly string[] = [],
): Promise<PlanNode[]> {
  const [plan] = await database.transaction(async (db) => {
    await disablePlannerMethods(db, without)
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained)
    return rows[0]?.['QUERY PLAN'] ?? []
  })
  if (!plan) throw new Error(`No plan for ${text}`)
  return allNodes(plan.Plan)
}

/** Does the same by the plan for any parameters, which a connection keeps once it has run the statement a few times. */
export async function keptPlanNodes(
  database: Database,
  { sql: text, parameters }: CompiledQuery,
): Promise<PlanNode[]> {
  const literals = parameters.map((value) =>
    sql.lit(Array.isArray(value) ? `{${value.join()}}` : String(value)),
  )
  const [plan] = await database.transaction(async (db) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
    await sql.raw(`prepare kept as ${text}`).execute(db)
    const { rows } = await sql<{
      'QUERY PLAN': { Plan: PlanNode }[]
    }>`explain (analyze, format json) execute kept (${sql.join(literals)})`.execute(db)
    await sql`deallocate kept`.execute(db)
    return rows[0]?.['QUERY PLAN'] ?? []
  })
  if (!plan) throw new Error(`No plan for ${text}`)
  return allNodes(plan.Plan)
}

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)]
}

/** Sums the table rows that the scans among these steps read, including those that they filtered out. */
export function examinedByScans(nodes: readonly PlanNode[]): number {
  return nodes
    .filter((node) => /Scan/.test(node['Node Type']))
    .reduce((sum, node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      return sum + (node['Actual Rows'] + removed) * node['Actual Loops']
    }, 0)
}
