import { isDeepStrictEqual } from 'node:util'
import { conflict, type Problem } from '../../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import type { Field } from '../../../points/resources/fields.ts'
import { type Relation, StreamedTargets } from '../../../points/resources/relations.ts'
import type { ResourceRows, Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import type { Write } from '../../../points/resources/writes.ts'
import { loadRows } from '../rows.ts'
import { identifierOf, loadedTargets, type Targets } from '../targets.ts'
import { idOf, type RelationChange } from './read-relations.ts'

/** A change that nothing else refuses. */
interface Checked {
  write: Write
  /** The relationships that it changes. */
  relations: readonly RelationChange[]
}

/** Returns the problems of what the editor of a change began from: names that no resource declares, and lists that are none. */
export function problemsOfFrom(
  context: Context,
  { fields, relations }: Resource,
  { from = {} }: WriteInput,
): Problem[] {
  const translate = translatorOf(context)
  const refuse = (name: string, rule: string) => ({
    detail: translate(`core.api.${rule}`, { member: name }),
    pointer: `/data/meta/from/${name}`,
  })
  return Object.entries(from).flatMap(([name, value]) => {
    if (fields.get(name)?.refusesConflicts) return []
    const relation = relations.get(name)
    if (!relation?.write?.refusesConflicts) return [refuse(name, 'from_unknown_message')]
    return idsIn(value, relation) ? [] : [refuse(name, 'from_malformed_message')]
  })
}

/**
 * Refuses to overwrite what another has changed since the editor began, unless it is what the change writes. What the actor
 * does not see is not compared. @throws 409 with the current values.
 */
export async function refuseConflicts(
  context: Context,
  resource: Resource,
  { write, relations }: Checked,
): Promise<void> {
  const { from = {} } = write.input
  const problems: Problem[] = []
  const refuse = (pointer: string, current: unknown) =>
    problems.push({
      detail: translatorOf(context)('core.api.changed_meanwhile_message'),
      pointer: `/data/${pointer}`,
      members: { meta: { current } },
    })
  for (const name of Object.keys(from)) {
    if (Object.hasOwn(write.values, name)) {
      const current = await overwrittenValue(context, resource, name, write)
      if (current !== undefined) refuse(`attributes/${name}`, current)
    }
    const relation = relations.find((changed) => changed.name === name)
    const current = relation && (await overwrittenTargets(context, resource, relation, write))
    if (current !== undefined) refuse(`relationships/${name}`, current)
  }
  if (problems.length > 0) throw conflict({ problems })
}

/** Returns the current value of an attribute if a change would overwrite it unknowingly. */
async function overwrittenValue(
  context: Context,
  resource: Resource,
  name: string,
  { input, row, values }: Write,
): Promise<unknown> {
  const field = resource.fields.get(name)
  const current = field && (await shownValue(context, resource, name, field, row))
  if (current === undefined || isSame(current, input.attributes[name]) || isSame(current, values[name]))
    return undefined
  const from = input.from?.[name]
  if (isSame(current, from)) return undefined
  const { refusesConflicts: shownNow } = field ?? {}
  if (typeof shownNow === 'function' && isSame(current, await shownNow(from, row, context))) return undefined
  return current
}

/** The value as the actor sees it; undefined if it is not shown. */
async function shownValue(
  context: Context,
  { endpoints, fieldsOfForm }: Resource,
  name: string,
  field: Field,
  row: Row,
): Promise<unknown> {
  const form = endpoints.update?.form?.(row, context) ?? 'full'
  const isShown = fieldsOfForm.get(form)?.some(([shown]) => shown === name)
  if (!isShown || field.visible?.(row, context, form) === false) return undefined
  if (field.load) return (await field.load([row], context, form)).get(row.id)
  return (
    (field.get ? field.get(row, context) : (row as unknown as Record<string, unknown>)[field.column ?? '']) ??
    null
  )
}

/** Whether two values are the same for an editor: no text is an empty one. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? '', other ?? '')
}

/** Returns the identifiers of the current targets if a change would overwrite them unknowingly. */
async function overwrittenTargets(
  context: Context,
  { relations }: Resource,
  { name, targets }: RelationChange,
  { input, row }: Write,
): Promise<unknown> {
  const relation = relations.get(name)
  const from = relation && idsIn(input.from?.[name], relation)
  if (!from) return undefined
  const shown = await shownTargets(context, relation, row)
  const written = new Set(targets.map(({ id }) => id))
  if (isDeepStrictEqual(shown, from) || isDeepStrictEqual(shown, written)) return undefined
  const identifiers = [...shown].map((id) => identifierOf(relation.to, id))
  return relation.many ? identifiers : (identifiers[0] ?? null)
}

/** The ids of the targets that the actor sees. */
async function shownTargets(context: Context, relation: Relation, row: Row): Promise<Set<number>> {
  if (relation.key) {
    const id = (row as unknown as Record<string, number | null>)[relation.key]
    return new Set((await loadRows(context, relation.to as keyof ResourceRows, id ? [id] : [])).keys())
  }
  const targets: Targets = (await relation.load?.([row], context, true))?.get(row.id) ?? []
  const ids = new Set<number>()
  if (targets instanceof StreamedTargets) {
    for await (const batch of targets.ids()) for (const id of batch) ids.add(id)
  } else for (const target of loadedTargets(targets)) ids.add(typeof target === 'number' ? target : target.id)
  return ids
}

/** The ids of identifiers that were sent; undefined for anything else. */
function idsIn(value: unknown, { many }: Pick<Relation, 'many'>): Set<number> | undefined {
  const identifiers = many ? value : value === null ? [] : [value]
  if (!Array.isArray(identifiers)) return undefined
  const ids = identifiers.map(idOf)
  return ids.some((id) => id === undefined) ? undefined : new Set(ids as number[])
}
