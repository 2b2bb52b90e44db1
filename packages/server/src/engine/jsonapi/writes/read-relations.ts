import type { Problem } from '../../../infrastructure/errors.ts'
import { problemOf } from '../../../infrastructure/schema/problems.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { RelationWrite } from '../../../points/resources/relations.ts'
import type { ResourceRows, Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { isRecord } from '../query.ts'
import { loadRows } from '../rows.ts'

/** A relationship that a write takes, unread; `data` is undefined if it is required and was not sent. */
export interface SentRelation {
  name: string
  to: string
  many: boolean
  data: unknown
  write: RelationWrite
}

/** A relationship with its targets: rows that the actor sees. */
export interface RelationChange {
  name: string
  write: RelationWrite
  targets: readonly Row[]
}

/** Finds the relationships of a request that it may write, and those that it has to. */
export function sentRelations(
  { relations }: Resource,
  relationships: Readonly<Record<string, unknown>>,
  isNew: boolean,
): SentRelation[] {
  return [...relations].flatMap(([name, { to, many = false, write }]) => {
    if (!write || write.at === (isNew ? 'update' : 'create')) return []
    const sent = Object.hasOwn(relationships, name) ? relationships[name] : undefined
    const value = isRecord(sent) ? sent.data : sent
    const data = write.takesNull ? value : (value ?? undefined)
    return data !== undefined || (isNew && write.isRequired) ? [{ name, to, many, data, write }] : []
  })
}

/** Reads the targets of relationships, each once, and the problems of those that are missing, malformed or invisible. */
export async function readTargets(
  context: Context,
  related: readonly SentRelation[],
): Promise<{ read: RelationChange[]; problems: Problem[] }> {
  const problems: Problem[] = []
  const read: RelationChange[] = []
  const translate = translatorOf(context)
  for (const { name, to, many, data, write } of related) {
    const refuse = (rule: string) => problems.push(problemOf(rule, name, translate, 'relationships'))
    const identifiers = many ? data : data === null ? [] : [data]
    if (data === undefined) refuse('required')
    else if (!Array.isArray(identifiers)) refuse('array')
    else {
      const ids = new Set(identifiers.map(idOf))
      const targets = await loadRows(
        context,
        to as keyof ResourceRows,
        [...ids].filter((id) => id !== undefined),
      )
      if (targets.size < ids.size) refuse('exists')
      else read.push({ name, write, targets: [...targets.values()] })
    }
  }
  return { read, problems }
}

/** Returns the id of an identifier, a string or a number; the contract ignores its type. */
export function idOf(identifier: unknown): number | undefined {
  const id = isRecord(identifier) ? identifier.id : undefined
  return (typeof id === 'string' || typeof id === 'number') && /^\d{1,15}$/.test(String(id))
    ? Number(id)
    : undefined
}
