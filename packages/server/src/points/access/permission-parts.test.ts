import { admin, createTestForum, grant, makeDiscussion } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { everyone } from '../context/actor.ts'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import { combinePermissionParts, partOf } from './permission-parts.ts'

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
