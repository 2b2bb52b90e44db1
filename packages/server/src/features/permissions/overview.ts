import { createHash } from 'node:crypto'
import type {
  OverviewGroup,
  OverviewRow,
  PermissionOverview,
  PermissionRow,
  SettingRow,
} from '@parley/shared'
import { type GridRow, gridSections, inGridOrder } from '../../points/access/grid.ts'
import type { PermissionSetting } from '../../points/access/permission-settings.ts'
import { everyone, members } from '../../points/context/actor.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { Owned } from '../../points/declared.ts'
import type { SettingTypes } from '../../points/settings/setting-types.ts'
import { nameOf } from '../groups/names.ts'
import { groupPosition, positionOf } from '../groups/position.ts'
import type { GroupRow } from '../groups/table.ts'
import { readGrants, versionOf } from './grants.ts'
import { extensionTitle, permissionLabel, storedText } from './labels.ts'
import { declarationOf, partOfName, readParts, requirementsOf } from './parts.ts'
import { readQuestions } from './why/questions.ts'

/** Reads the overview, with names and labels in the language of the context. */
export async function readOverview(context: Context): Promise<PermissionOverview> {
  const { forum, db } = context
  const translate = translatorOf(context)
  const groups = (await selectGroups(context)).map((group) => overviewGroup(group, context))
  const input = { grants: await readGrants(db), groups }
  const { permissions, permissionSettings } = forum.points
  const inGrid = [...permissions].flatMap(([name, { section, label, order }]) =>
    section && label
      ? [{ section, label, ...(order !== undefined && { order }), row: permissionRow(name, input, context) }]
      : [],
  )
  const settings = [...permissionSettings].map(([key, declared]) => ({
    ...declared,
    row: settingRow(key, declared, context),
  }))
  const others = new Set([...permissions.keys(), ...input.grants.keys()])
  const rows = [
    ...inGridOrder<GridRow & { row: OverviewRow }>([...inGrid, ...settings]).map(({ row }) => row),
    ...[...others]
      .filter((name) => permissions.get(name)?.section === undefined)
      .map((name) => permissionRow(name, input, context)),
  ]
  const sections = Object.entries(gridSections).map(([name, key]) => ({ name, label: translate(key) }))
  const questions = readQuestions(context)
  const parts = await readParts(context)
  const version = hashOf({ groups, rows, parts })
  return { version, groups, sections, rows, parts, ungranted: versionOf([]), questions }
}

/** The groups in their order. */
export async function selectGroups({ db }: Pick<Context, 'db'>): Promise<GroupRow[]> {
  return db
    .selectFrom('groups')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy(groupPosition)
    .orderBy('id')
    .execute()
}

function overviewGroup(group: GroupRow, context: Context): OverviewGroup {
  return {
    id: group.id,
    nameSingular: nameOf(group.name_singular, context),
    namePlural: nameOf(group.name_plural, context),
    color: group.color,
    icon: group.icon,
    isHidden: group.is_hidden,
    position: positionOf(group),
    inherits: inheritedGroups(group.id),
  }
}

/** The groups to which the members of a group belong, too. */
function inheritedGroups(id: number): number[] {
  if (id === everyone) return []
  return id === members ? [everyone] : [everyone, members]
}

interface RowInput {
  grants: ReadonlyMap<string, number[]>
  groups: readonly OverviewGroup[]
}

function permissionRow(name: string, input: RowInput, context: Context): PermissionRow {
  const declared = declarationOf(name, context)
  const isOfPart = partOfName(name, context) !== undefined
  const requires = requirementsOf(name, context)
  const groupIds = input.grants.get(name) ?? []
  return {
    kind: 'permission',
    permission: name,
    section: isOfPart ? null : (declared?.section ?? null),
    label: permissionLabel(name, context),
    extension: declared ? extensionTitle(declared.owner, context) : null,
    groupIds,
    version: versionOf(groupIds),
    guests: !declared || declared.guests === true,
    requires,
    scoped: !isOfPart && declared?.scoped === true,
    isDeclared: declared !== undefined,
    lacks: requires.flatMap((required) => missingIn(groupIds, required, input, context)),
  }
}

/** The groups among `groupIds` that do not hold `permission`. */
function missingIn(
  groupIds: readonly number[],
  permission: string,
  { grants, groups }: RowInput,
  context: Context,
) {
  const label = permissionLabel(permission, context)
  const holders = grants.get(permission) ?? []
  return groups
    .filter(({ id }) => groupIds.includes(id))
    .filter(({ id, inherits }) => !holders.some((holder) => holder === id || inherits.includes(holder)))
    .map(({ id }) => ({ groupId: id, permission, label }))
}

function settingRow(key: string, declared: Owned<PermissionSetting>, context: Context): SettingRow {
  const translate = translatorOf(context)
  return {
    kind: 'setting',
    setting: key,
    section: declared.section,
    label: translate(declared.label),
    extension: extensionTitle(declared.owner, context),
    value: storedText(context.forum.settings.get(key as keyof SettingTypes)),
    choices: declared.choices.map(({ value, label }) => ({ value, label: translate(label) })),
    takesMinutes: declared.takesMinutes === true,
  }
}

/** A short hash of a state, in which the order of members counts. */
export function hashOf(state: unknown): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)
}
