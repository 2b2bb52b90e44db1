import { readFile } from 'node:fs/promises'
import type { ImportPlan, PermissionFile } from '@parley/shared'
import { exportPermissions, readPermissionFile } from '../../features/permissions/file.ts'
import { readPermissionGroups, setPermissions } from '../../features/permissions/grants.ts'
import { importPermissions } from '../../features/permissions/import.ts'
import { readOverview } from '../../features/permissions/overview.ts'
import { planImport } from '../../features/permissions/plan.ts'
import type { Context } from '../../points/context/context.ts'
import { type Command, type Terminal, UsageError } from '../command.ts'
import { jsonHelp, jsonOption, printJson } from '../json-output.ts'
import { withForum } from '../open-forum.ts'
import { readGroups } from './find-groups.ts'

/** `parley permission:list`: prints who holds what. */
export const listPermissionsCommand: Command = {
  name: 'permission:list',
  summary: 'list the permissions and the groups that hold them',
  usage: '[--json]',
  details: [
    'Prints every permission with the groups that hold it, and the settings that decide what people may do. Administrators hold every permission.',
  ],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const overview = await readOverview(forum.asSystem())
      if (input.options.json) return printJson(input.terminal, overview)
      const lines = overview.rows.map((row) => {
        if (row.kind === 'setting') return [row.setting, row.value] as const
        return [row.permission, row.groupIds.map((id) => groupName(id, overview.groups)).join(', ')] as const
      })
      const width = Math.max(...lines.map(([name]) => name.length))
      for (const [name, value] of lines) input.terminal.print(`${name.padEnd(width)}  ${value || 'none'}`)
    }),
}

function groupName(id: number, groups: readonly { id: number; namePlural: string }[]): string {
  return groups.find((group) => group.id === id)?.namePlural ?? String(id)
}

/** `parley permission:set`: grants a permission to groups. */
export const setPermissionCommand: Command = {
  name: 'permission:set',
  summary: 'set the groups that hold a permission',
  usage: '<permission> <groups> [--json]',
  details: [
    'Grants a permission to exactly these groups: ids or names separated by commas, or none. Administrators hold every permission implicitly; 2 is everyone, 3 are members, 4 moderators. Running servers apply the change within a second.',
  ],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 2,
  run: (input) =>
    withForum(input, async (forum) => {
      const [permission = '', groups = ''] = input.arguments
      const context = forum.asSystem()
      const groupIds = await readGroups(groups, context)
      const read = readPermissionGroups({ permission, groupIds }, context)
      await forum.current.write(context, (writing) => setPermissions(writing, [read]))
      if (!forum.current.points.permissions.has(permission)) {
        input.terminal.note(`No enabled feature or extension uses the permission '${permission}'.`)
      }
      if (input.options.json) return printJson(input.terminal, read)
      input.terminal.print(`${permission} is held by ${groups}.`)
    }),
}

/** `parley permission:export`: prints groups and permissions as JSON. */
export const exportPermissionsCommand: Command = {
  name: 'permission:export',
  summary: 'print groups and permissions in the format of permission:import',
  usage: '',
  details: ['Prints all groups and permissions as JSON, for a copy or another forum.'],
  options: {},
  optionHelp: [],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => printJson(input.terminal, await exportPermissions(forum.asSystem()))),
}

/** `parley permission:import`: compares a file with the forum, and imports it. */
export const importPermissionsCommand: Command = {
  name: 'permission:import',
  summary: 'import a file of groups and permissions',
  usage: '<file> [--apply] [--create-groups] [--skip-unknown] [--json]',
  details: [
    'Prints what the file changes; with --apply it is changed, all of it or nothing. Permissions and groups that the file does not name stay as they are.',
    'Groups are found by their names. A file with groups or permissions that the forum does not have is refused unless an option says what becomes of them.',
  ],
  options: {
    ...jsonOption,
    apply: { type: 'boolean' },
    'create-groups': { type: 'boolean' },
    'skip-unknown': { type: 'boolean' },
  },
  optionHelp: [
    ['--apply', 'import the file'],
    ['--create-groups', 'create groups that the forum does not have'],
    ['--skip-unknown', 'leave out other groups and permissions that it does not have'],
    jsonHelp,
  ],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const context = forum.asSystem()
      const file = await readFileOf(input.arguments[0] ?? '', context)
      const choices = await chooseFor(file, input.options, context)
      const plan = input.options.apply
        ? await forum.current.write(context, (writing) => importPermissions(file, choices, writing))
        : (await planImport(file, choices, context)).plan
      if (input.options.json) printJson(input.terminal, plan)
      else printPlan(plan, input.terminal)
      return isRefused(plan) ? 1 : 0
    }),
}

async function readFileOf(path: string, context: Context): Promise<PermissionFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`The file ${path} cannot be read.`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UsageError(`The file ${path} is not JSON.`)
  }
  return readPermissionFile(json, context)
}

async function chooseFor(
  file: PermissionFile,
  options: Readonly<Record<string, string | boolean | undefined>>,
  context: Context,
) {
  const { plan } = await planImport(file, { groups: [], permissions: [] }, context)
  const use = options['create-groups'] ? 'create' : options['skip-unknown'] ? 'skip' : undefined
  return {
    groups: plan.unknownGroups.flatMap(({ id }) => (use === undefined ? [] : [{ id, use } as const])),
    permissions: plan.unknownPermissions.flatMap(({ name }) =>
      options['skip-unknown'] ? [{ name, use: 'skip' }] : [],
    ),
  }
}

function isRefused({ unknownGroups, unknownPermissions, problems }: ImportPlan): boolean {
  return unknownGroups.length + unknownPermissions.length + problems.length > 0
}

function printPlan(plan: ImportPlan, { print, note }: Terminal): void {
  for (const { namePlural } of plan.unknownGroups) note(`This forum has no group '${namePlural}'.`)
  for (const { label } of plan.unknownPermissions) note(`No enabled extension has the permission '${label}'.`)
  for (const problem of plan.problems) note(problem)
  for (const { namePlural } of plan.createdGroups) print(`+ group ${namePlural}`)
  for (const { name, changes } of plan.changedGroups) {
    for (const { attribute, before, after } of changes)
      print(`~ group ${name}: ${attribute} '${before}' becomes '${after}'`)
  }
  for (const { permission, added, removed } of plan.permissions) {
    const parts = [...added.map((name) => `+${name}`), ...removed.map((name) => `-${name}`)]
    print(`~ ${permission}: ${parts.join(' ')}`)
  }
  if (plan.isApplied) note('The file is imported.')
  else if (!isRefused(plan)) note('Nothing is changed yet: --apply imports the file.')
}
