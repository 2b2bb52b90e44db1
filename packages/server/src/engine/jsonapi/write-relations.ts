import { type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { RelationWrite } from '../../points/resources/relations.ts'
import type { ResourceRows } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { isRecord } from './query.ts'
import { loadPlainRows } from './rows.ts'

/** A writable relationship of a request, unparsed. */
interface SentRelation {
  name: string
  to: string
  data: unknown
  write: RelationWrite
}

/** Finds the writable relationships of a request; null counts as absent. */
export function sentRelations(
  resource: Resource,
  relationships: Readonly<Record<string, unknown>>,
): SentRelation[] {
  return [...resource.relations].flatMap(([name, { to, write }]) => {
    const sent = Object.hasOwn(relationships, name) ? relationships[name] : undefined
    const data = isRecord(sent) ? sent.data : sent
    return write && (data ?? null) !== null ? [{ name, to, data, write }] : []
  })
}

/**
 * Reads the ids of relationship targets, each once. @throws a validation error for anything but a list of resource
 * identifiers, and for targets that are missing or that the actor may not see.
 */
export async function readTargets(
  context: Context,
  related: readonly SentRelation[],
): Promise<{ write: RelationWrite; ids: number[] }[]> {
  const problems: Problem[] = []
  const read: { write: RelationWrite; ids: number[] }[] = []
  const translate = translatorOf(context)
  for (const { name, to, data, write } of related) {
    const ids = Array.isArray(data) ? data.map(idOf) : undefined
    const validIds = ids?.filter((id) => id !== undefined)
    const found = validIds && (await loadPlainRows(context, to as keyof ResourceRows, validIds))
    if (!ids || !found) problems.push(problemOf('array', name, translate, 'relationships'))
    else if (found.size < new Set(ids).size)
      problems.push(problemOf('exists', name, translate, 'relationships'))
    else read.push({ write, ids: [...found.keys()] })
  }
  if (problems.length > 0) throw validationError({ problems })
  return read
}

/** The id of an identifier, a string or a number; the contract ignores its type. */
function idOf(identifier: unknown): number | undefined {
  const id = isRecord(identifier) ? identifier.id : undefined
  return (typeof id === 'string' || typeof id === 'number') && /^\d{1,15}$/.test(String(id))
    ? Number(id)
    : undefined
}
