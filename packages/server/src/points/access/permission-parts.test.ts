import type { ImportPlan, PermissionFile, PermissionOverview } from '@parley/shared'
import { type ApiClient, admin, createTestForum, grant, makeDiscussion } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { everyone, members, moderators } from '../context/actor.ts'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import { combinePermissionParts, type GridPart, partOf } from './permission-parts.ts'

const rooms: InstalledExtension = {
  id: 'rooms',
  title: 'Rooms',
  version: '1.0.0',
  declaration: defineExtension({
    permissionParts: { room: { nameOf: (id) => (id === 5 ? 'Kitchen' : undefined) } },
  }),
}

test('a name is split only if its beginning is declared', () => {
  const kinds = new Set(['room'])
  expect(partOf('room5.discussion.reply', kinds)).toEqual({
    kind: 'room',
    id: 5,
    permission: 'discussion.reply',
  })
  for (const name of ['hall5.viewForum', 'room.viewForum', 'room5', 'viewForum', 'xroom5.viewForum'])
    expect(partOf(name, kinds)).toBeUndefined()
})

test('misuse is reported', () => {
  const combine = (section: object) => () =>
    combinePermissionParts([{ owner: 'rooms', section: section as never }])
  expect(combinePermissionParts([{ owner: 'rooms', section: undefined }]).size).toBe(0)
  const nameOf = () => undefined
  expectFault(
    'rooms',
    'permissionParts › room1',
    'is no word of small letters',
    combine({ room1: { nameOf } }),
  )
  expectFault('rooms', 'permissionParts › room', 'has no nameOf', combine({ room: {} }))
  expectFault(
    'rooms',
    'permissionParts › room',
    'has a grid without attribute',
    combine({ room: { nameOf, grid: { resource: 'rooms' } } }),
  )
})

test('permissions for a part have the name of the part, and are granted to guests where guests may hold them', async () => {
  const labels = async (extensions: InstalledExtension[]) => {
    const forum = await createTestForum({ extensions })
    await makeDiscussion(forum)
    for (const name of ['room5.viewForum', 'room6.viewForum']) await grant(forum, name, [everyone])
    const client = await forum.as(admin)
    const { rows } = (await client.get('/api/admin/permissions')).body as unknown as {
      rows: { permission?: string; label: string }[]
    }
    const status = async (permission: string) =>
      (await client.post('/api/permission', { permission, groupIds: [everyone] })).status
    return [
      ...rows.flatMap(({ permission, label }) => (permission?.startsWith('room') ? [label] : [])),
      await status('room5.discussion.hide'),
      await status('room5.viewForum'),
    ]
  }
  expect(await labels([])).toEqual(['room5.viewForum', 'room6.viewForum', 204, 204])
  expect(await labels([rooms])).toEqual(['View the forum (Kitchen)', 'room6.viewForum', 422, 204])
})

/** An extension with rooms that have a column in the grid. */
function gridOf(parts: readonly GridPart[]): InstalledExtension {
  const text = 'core.ref.reply'
  return {
    ...rooms,
    declaration: defineExtension({
      permissionParts: {
        room: {
          nameOf: (id) => parts.find((part) => part.id === id)?.name,
          grid: {
            resource: 'discussions',
            attribute: 'isPrivate',
            ...{ label: text, addLabel: text, addText: text, removeText: text },
            list: async () => parts,
          },
        },
      },
    }),
  }
}

const part = (id: number, name: string, isRestricted = true) => ({ id, name, color: null, isRestricted })

async function administrator(extensions: InstalledExtension[]) {
  const forum = await createTestForum({ extensions })
  return { forum, client: await forum.as(admin) }
}

const overviewOf = async (client: ApiClient) =>
  (await client.get('/api/admin/permissions')).body as unknown as PermissionOverview

test('the grid has the parts of declared kinds, and what their permissions require', async () => {
  const { client, forum } = await administrator([gridOf([part(5, 'Kitchen'), part(6, 'Hall', false)])])
  await grant(forum, 'room5.discussion.reply', [members])
  const { parts, rows, ungranted } = await overviewOf(client)
  expect(parts).toEqual([
    {
      kind: 'room',
      resource: 'discussions',
      attribute: 'isPrivate',
      ...{ addLabel: 'Reply', addText: 'Reply', removeText: 'Reply' },
      parts: [part(5, 'Kitchen'), part(6, 'Hall', false)],
    },
  ])
  expect(rows.find((row) => row.kind === 'permission' && row.permission.startsWith('room'))).toMatchObject({
    permission: 'room5.discussion.reply',
    label: 'Reply to discussions (Kitchen)',
    section: null,
    scoped: false,
    guests: false,
    isDeclared: true,
    requires: ['room5.viewForum'],
    lacks: [{ groupId: members, permission: 'room5.viewForum', label: 'View the forum (Kitchen)' }],
  })
  const change = { permission: 'room5.viewForum', groupIds: [members] }
  expect((await client.post('/api/permission', { ...change, version: ungranted })).status).toBe(204)
  expect((await client.post('/api/permission', { ...change, version: ungranted })).status).toBe(409)
})

test('without such a kind the grid has no parts', async () => {
  const { client } = await administrator([rooms])
  expect((await overviewOf(client)).parts).toEqual([])
})

test('a file names parts, and another forum finds its own by their names', async () => {
  const source = await administrator([gridOf([part(5, 'Kitchen'), part(6, 'Attic'), part(8, 'Hall')])])
  for (const name of ['room5.viewForum', 'room6.viewForum', 'room8.viewForum'])
    await grant(source.forum, name, [moderators])
  const exported = await source.client.get('/api/admin/permissions/export')
  const file = exported.body as unknown as PermissionFile
  expect(file.parts).toEqual([
    { kind: 'room', id: 5, name: 'Kitchen' },
    { kind: 'room', id: 6, name: 'Attic' },
    { kind: 'room', id: 8, name: 'Hall' },
  ])
  // The hall has no permissions of its own there, and there are two kitchens, one of them with the same id.
  const target = await administrator([
    gridOf([part(3, 'ATTIC'), part(5, 'Kitchen'), part(6, 'Kitchen'), part(8, 'Hall', false)]),
  ])
  const send = async (options: object) =>
    (await target.client.post('/api/admin/permissions/import', { file, ...options }))
      .body as unknown as ImportPlan
  const plan = await send({})
  expect(plan.unknownPermissions).toEqual([{ name: 'room8.viewForum', label: 'View the forum (Hall)' }])
  expect(plan.permissions.map(({ permission, label }) => [permission, label])).toEqual([
    ['room5.viewForum', 'View the forum (Kitchen)'],
    ['room3.viewForum', 'View the forum (ATTIC)'],
  ])
  const choices = { permissions: [{ name: 'room8.viewForum', use: 'skip' }] }
  expect(await send({ choices, apply: true })).toMatchObject({ isApplied: true })
  expect(target.forum.current.grants.holders('room3.viewForum')).toEqual([moderators])
  expect(target.forum.current.grants.holders('room8.viewForum')).toEqual([])
})
