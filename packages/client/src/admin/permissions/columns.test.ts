import type { PermissionOverview, PermissionRow } from '@parley/shared'
import { expect, test } from 'vitest'
import { cellOf, columnsOf } from './columns.ts'

const row = (permission: string, values: Partial<PermissionRow> = {}): PermissionRow => ({
  kind: 'permission',
  permission,
  section: 'read',
  label: permission,
  extension: null,
  groupIds: [2],
  version: 'groups:2',
  guests: true,
  requires: [],
  scoped: true,
  isDeclared: true,
  lacks: [],
  ...values,
})

const part = (id: number, isRestricted: boolean) => ({ id, name: `Room ${id}`, color: null, isRestricted })

const overview: PermissionOverview = {
  version: '',
  groups: [],
  sections: [],
  rows: [
    row('viewForum'),
    row('searchUsers', { scoped: false }),
    row('room5.viewForum', { section: null, scoped: false, groupIds: [4], version: 'groups:4' }),
  ],
  parts: [
    {
      kind: 'room',
      resource: 'rooms',
      attribute: 'isRestricted',
      addLabel: '',
      addText: '',
      removeText: '',
      parts: [part(5, true), part(6, false), part(7, true)],
    },
  ],
  ungranted: 'groups:',
  questions: [],
}
const columns = columnsOf(overview)
const t = (_key: string, { permission, part: name }: Record<string, unknown> = {}) =>
  `${permission} in ${name}`
const cell = (permission: PermissionRow, index: number) => {
  const column = columns[index]
  return column && cellOf(overview, permission, column, t)
}

test('restricted parts are columns, in their order', () => {
  expect(columns.map(({ key }) => key)).toEqual(['room5', 'room7'])
  expect(columnsOf({ parts: [] })).toEqual([])
})

test('permissions that can be scoped have a cell in each column, others have none', () => {
  expect(cell(row('viewForum'), 0)).toMatchObject({ permission: 'room5.viewForum', groupIds: [4] })
  expect(cell(row('viewForum'), 1)).toMatchObject({
    permission: 'room7.viewForum',
    label: 'viewForum in Room 7',
    groupIds: [],
    version: 'groups:',
    guests: true,
  })
  expect(cell(row('searchUsers', { scoped: false }), 0)).toBeUndefined()
})
