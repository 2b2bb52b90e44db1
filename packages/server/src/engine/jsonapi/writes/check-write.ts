import { type Problem, permissionDenied, validationError } from '../../../infrastructure/errors.ts'
import type { Context } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import type { Field } from '../../../points/resources/fields.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import type { Write } from '../../../points/resources/writes.ts'
import { type Change, changeOf, columnOf, isChange, jointChangeOf } from './changes.ts'
import { problemsOfFrom, refuseConflicts } from './conflicts.ts'
import { readField, sentValue } from './read-input.ts'
import { type RelationChange, readTargets, type SentRelation, sentRelations } from './read-relations.ts'

/** A write to check. */
interface Submitted {
  input: WriteInput
  /** The row; of a creation the new one, which gets the facts of its targets. */
  row: Row
  isNew: boolean
  /** Attributes that the owner of the resource has read itself, or that it ignores. */
  except?: readonly string[]
  /** The problems of those; they are reported first. */
  problems?: readonly Problem[]
  /** Asks what the schemas of the values cannot detect; by default `createRow` does, under its locks. */
  check?(change: Change): Promise<readonly Problem[]>
}

/** A write that nothing refuses. */
export interface CheckedWrite {
  readonly write: Write
  readonly changes: readonly Change[]
  readonly relations: readonly RelationChange[]
}

/**
 * Reads what a request sends, and asks all rules about it. Unknown members are ignored, null where it is no value; values
 * that the row has already are not checked. @throws 403 for what is not permitted; then 422 with all problems: of
 * attributes, of relationships and of the write as a whole; then 409 for what another has changed since the editor began.
 */
export async function checkWrite(
  context: Context,
  resource: Resource,
  submitted: Submitted,
): Promise<CheckedWrite> {
  const { input, row, isNew, except = [] } = submitted
  const fields = [...resource.fields].filter(
    ([name, field]) =>
      field.writable &&
      !except.includes(name) &&
      sentValue(field, input.attributes[name]) !== undefined &&
      field.accepts?.(row) !== false,
  )
  const related = sentRelations(resource, input.relationships, isNew)
  const { read, problems: unreadable } = await readTargets(context, related)
  if (isNew) for (const { write, targets } of read) Object.assign(row, write.facts?.(targets))
  await requireAbilities(context, resource, row, { fields, related, input })

  const problems = [...(submitted.problems ?? []), ...problemsOfFrom(context, resource, input)]
  const { values, changes } = await readChanges(context, resource, { ...submitted, fields, problems })
  problems.push(...unreadable)
  const relations = read.filter(({ write, targets }) => isNew || !hasTargets(write.current?.(row), targets))
  for (const { write, targets } of relations) {
    problems.push(...((await write.check?.(targets, row, context)) ?? []))
  }
  const targetsByName = Object.fromEntries(relations.map(({ name, targets }) => [name, targets]))
  const write: Write = { isNew, input, row, values, targets: targetsByName }
  for (const check of resource.writes.checks) {
    const reported = new Set(problems.map(({ pointer }) => pointer))
    problems.push(...(await check(write, context)).filter(({ pointer }) => !reported.has(pointer)))
  }
  if (problems.length > 0) throw validationError({ problems })
  await refuseConflicts(context, resource, { write, relations })
  return { write, changes, relations }
}

/** @throws 403 unless the actor may write everything that was sent. */
async function requireAbilities(
  context: Context,
  { type }: Resource,
  row: Row,
  {
    fields,
    related,
    input,
  }: { fields: readonly (readonly [string, Field])[]; related: readonly SentRelation[]; input: WriteInput },
): Promise<void> {
  const can = (ability: string) => context.actor.can(ability, type as never, row as never)
  for (const [name, { writable }] of fields) {
    const isAllowed =
      typeof writable === 'function'
        ? await writable(row, input.attributes[name], context)
        : can(writable ?? '')
    if (!isAllowed) throw permissionDenied()
  }
  for (const { data, write } of related) {
    if (data !== undefined && write.ability !== undefined && !can(write.ability)) throw permissionDenied()
  }
}

interface SentFields extends Pick<Submitted, 'input' | 'row' | 'isNew' | 'check'> {
  fields: readonly (readonly [string, Field])[]
  /** Takes the problems of refused values. */
  problems: Problem[]
}

/** Reads the values that change the row. Of a new row all do: its columns have no values yet. */
async function readChanges(
  context: Context,
  { writes }: Resource,
  { fields, input, row, isNew, problems, check }: SentFields,
): Promise<{ values: Record<string, unknown>; changes: Change[] }> {
  const values: Record<string, unknown> = {}
  const changes: Change[] = []
  const add = async (change: Change) => {
    problems.push(...((await check?.(change)) ?? []))
    changes.push(change)
  }
  const joints = [...writes.together.values()]
  const isJoint = (name: string) => joints.some((joint) => joint.fields.includes(name))
  const isFollowed = (name: string) => joints.some((joint) => joint.follows?.includes(name))
  const sentValues = new Map<string, unknown>()
  for (const [name, field] of fields) {
    const raw = input.attributes[name]
    const isStored = field.column !== undefined && columnOf(row, field.column) === raw && !isNew
    if (isStored && !isJoint(name) && !isFollowed(name)) continue
    const { value, problems: refused } = readField(name, field, raw, context)
    if (refused) {
      problems.push(...refused)
      continue
    }
    sentValues.set(name, value)
    if (isJoint(name)) values[name] = value
    else if (isNew || isChange(field, row, value)) {
      values[name] = value
      await add(changeOf(field, value))
    }
  }
  for (const joint of joints) {
    const sent = fields.flatMap(([name, field]) =>
      joint.fields.includes(name) && sentValues.has(name)
        ? [{ name, field, value: sentValues.get(name) }]
        : [],
    )
    const followed = Object.fromEntries([...sentValues].filter(([name]) => joint.follows?.includes(name)))
    if (sent.length > 0 || Object.keys(followed).length > 0) await add(jointChangeOf(joint, sent, followed))
  }
  return { values, changes }
}

function hasTargets(current: readonly number[] | undefined, targets: readonly Row[]): boolean {
  return current?.length === targets.length && targets.every(({ id }) => current.includes(id))
}
