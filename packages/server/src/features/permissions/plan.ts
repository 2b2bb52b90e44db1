import type { FileGroup, ImportChoices, ImportPlan, PermissionFile } from '@parley/shared'
import { moderators } from '../../points/context/actor.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { GroupRow } from '../groups/table.ts'
import { type PermissionGroups, problemsOfGrant, readGrants } from './grants.ts'
import { groupLabel, permissionLabel } from './labels.ts'
import { hashOf, selectGroups } from './overview.ts'
import { isSameName, partFinder } from './parts.ts'

/** A plan, and what carries it out. A group that is to be created has its id of the file, negated. */
export interface WorkingPlan {
  plan: ImportPlan
  grants: PermissionGroups[]
}

/** The groups of the forum by ids of the file: undefined for unknown ones, null for those to skip. */
type Matches = ReadonlyMap<number, number | null>

/** Compares a file with the forum. Changes nothing; the plan says what would be refused. */
export async function planImport(
  file: PermissionFile,
  choices: ImportChoices,
  context: Context,
): Promise<WorkingPlan> {
  const groups = await selectGroups(context)
  const current = await readGrants(context.db)
  const matches = matchGroups(file, choices, groups)
  const createdGroups = file.groups.filter(({ id }) => matches.get(id) === -id)
  const nameHere = await partFinder(file.parts ?? [], context)
  const renamed = matchPermissions(file, choices, { context, current, nameHere })
  const grants = grantsOf(file, matches, renamed).filter(
    ({ permission, groupIds }) => !isSameSet(groupIds, current.get(permission) ?? []),
  )
  const names = new Map([
    ...groups.map((group) => [group.id, groupLabel(group, context)] as const),
    ...createdGroups.map(({ id, namePlural }) => [-id, namePlural] as const),
  ])
  const plan: ImportPlan = {
    version: hashOf([groups, [...current]]),
    unknownGroups: file.groups.filter(({ id }) => !matches.has(id)),
    unknownPermissions: file.permissions.flatMap(({ name }) =>
      renamed.has(name) ? [] : [{ name, label: nameHere(name)?.label ?? name }],
    ),
    createdGroups,
    changedGroups: changesOf(file, choices, matches, groups),
    permissions: grants.map((grant) => ({
      permission: grant.permission,
      label: permissionLabel(grant.permission, context),
      ...namedDifference(grant.groupIds, current.get(grant.permission) ?? [], names),
    })),
    problems: problemsOf(grants, choices, { names, groups }, context),
    isApplied: false,
  }
  return { plan, grants }
}

/** Matches by choice, else the groups of every forum by id, else by both names. */
function matchGroups(file: PermissionFile, choices: ImportChoices, groups: readonly GroupRow[]): Matches {
  const chosen = new Map(choices.groups.map(({ id, use }) => [id, use]))
  const matches = new Map<number, number | null>()
  for (const group of file.groups) {
    const use = chosen.get(group.id)
    const match = groups.find(
      ({ id, name_singular, name_plural }) =>
        (id === group.id && id <= moderators) ||
        (isSameName(name_singular, group.nameSingular) && isSameName(name_plural, group.namePlural)),
    )
    if (use === 'skip') matches.set(group.id, null)
    else if (use === 'create') matches.set(group.id, -group.id)
    else if (use !== undefined) matches.set(group.id, use)
    else if (match) matches.set(group.id, match.id)
  }
  return matches
}

/** What the forum knows: granted permissions, and its names of permissions for parts. */
interface Known {
  context: Context
  current: ReadonlyMap<string, unknown>
  nameHere: Awaited<ReturnType<typeof partFinder>>
}

/** The permissions of the forum by names of the file: undefined for unknown ones, null for those to skip. */
function matchPermissions(
  file: PermissionFile,
  choices: ImportChoices,
  { context, current, nameHere }: Known,
): Map<string, string | null> {
  const chosen = new Map(choices.permissions.map(({ name, use }) => [name, use]))
  const isKnown = (name: string) => context.forum.points.permissions.has(name) || current.has(name)
  return new Map(
    file.permissions.flatMap(({ name }): [string, string | null][] => {
      const use = chosen.get(name)
      if (use === 'skip') return [[name, null]]
      const ofPart = use === undefined ? nameHere(name) : undefined
      if (ofPart) return ofPart.name === undefined ? [] : [[name, ofPart.name]]
      const target = use ?? name
      return isKnown(target) ? [[name, target]] : []
    }),
  )
}

function grantsOf(
  file: PermissionFile,
  matches: Matches,
  renamed: ReadonlyMap<string, string | null>,
): PermissionGroups[] {
  const granted = new Map<string, Set<number>>()
  for (const { name, groups } of file.permissions) {
    const permission = renamed.get(name)
    if (!permission) continue
    const ids = granted.get(permission) ?? new Set()
    for (const id of groups) {
      const match = matches.get(id)
      if (match) ids.add(match)
    }
    granted.set(permission, ids)
  }
  return [...granted].map(([permission, ids]) => ({ permission, groupIds: [...ids] }))
}

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

function namedDifference(
  after: readonly number[],
  before: readonly number[],
  names: ReadonlyMap<number, string>,
) {
  const named = (ids: readonly number[]) => ids.map((id) => names.get(id) ?? String(id))
  return {
    added: named(after.filter((id) => !before.includes(id))),
    removed: named(before.filter((id) => !after.includes(id))),
  }
}

/** What changes in groups that the forum has. A group that a choice names keeps its own attributes. */
function changesOf(
  file: PermissionFile,
  choices: ImportChoices,
  matches: Matches,
  groups: readonly GroupRow[],
): ImportPlan['changedGroups'] {
  const chosen = new Set(choices.groups.map(({ id }) => id))
  return file.groups.flatMap((group) => {
    const row = groups.find(({ id }) => id === matches.get(group.id))
    if (!row || chosen.has(group.id)) return []
    const before = toFileGroup(row)
    const changes = groupAttributes
      .filter((attribute) => before[attribute] !== group[attribute])
      .map((attribute) => ({
        attribute,
        before: String(before[attribute]),
        after: String(group[attribute]),
      }))
    return changes.length > 0 ? [{ id: row.id, fileId: group.id, name: row.name_plural, changes }] : []
  })
}

const groupAttributes = ['nameSingular', 'namePlural', 'color', 'icon', 'isHidden'] as const

/** Converts a group to the format of permission files. */
export function toFileGroup(group: GroupRow): FileGroup {
  return {
    id: group.id,
    nameSingular: group.name_singular,
    namePlural: group.name_plural,
    color: group.color ?? '',
    icon: group.icon ?? '',
    isHidden: group.is_hidden,
  }
}

function problemsOf(
  grants: readonly PermissionGroups[],
  choices: ImportChoices,
  { names, groups }: { names: ReadonlyMap<number, string>; groups: readonly GroupRow[] },
  context: Context,
): string[] {
  const translate = translatorOf(context)
  const existing = new Set(names.keys())
  const refused = grants.flatMap((grant) =>
    problemsOfGrant(grant, existing, context).map(({ detail = '' }) => detail),
  )
  const missing = choices.groups
    .filter(({ use }) => typeof use === 'number' && !groups.some(({ id }) => id === use))
    .map(({ use }) => translate('core.admin.permissions.no_such_group_message', { id: String(use) }))
  return [...new Set([...missing, ...refused])]
}
