import type { ImportPlan, PermissionFile } from '@parley/shared'
import { type ApiClient, admin, eachTestForum, grant, makeGroup, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { everyone, members, moderators } from '../../points/context/actor.ts'

async function exported(client: ApiClient): Promise<PermissionFile> {
  const { status, body } = await client.get('/api/admin/permissions/export')
  expect(status).toBe(200)
  return body as unknown as PermissionFile
}

const send = (client: ApiClient, file: unknown, options: object = {}) =>
  client.post('/api/admin/permissions/import', { file, ...options })

async function planOf(client: ApiClient, file: unknown, options: object = {}): Promise<ImportPlan> {
  const { status, body } = await send(client, file, options)
  expect(status).toBe(200)
  return body as unknown as ImportPlan
}

const state = async (forum: TestForum) => {
  const { read } = forum.current.database
  const groups = await read
    .selectFrom('groups')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const grants = await read
    .selectFrom('group_permission')
    .selectAll()
    .orderBy('permission')
    .orderBy('group_id')
    .execute()
  return { groups, grants }
}

const nothing = {
  unknownGroups: [],
  unknownPermissions: [],
  createdGroups: [],
  changedGroups: [],
  permissions: [],
  problems: [],
}

eachTestForum((open) => {
  test('a file has all groups and permissions, and changes nothing in its own forum', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    await grant(forum, 'tag7.viewForum', [everyone])
    const file = await exported(asAdmin)
    expect(file.groups.map(({ id, namePlural }) => [id, namePlural])).toEqual([
      [1, 'Admins'],
      [2, 'Guests'],
      [3, 'Members'],
      [4, 'Mods'],
    ])
    expect(file.permissions).toContainEqual({ name: 'tag7.viewForum', groups: [everyone] })
    expect(file.permissions).toContainEqual({ name: 'createGroup', groups: [] })
    const before = await state(forum)
    expect(await planOf(asAdmin, file)).toEqual({ ...nothing, version: expect.any(String), isApplied: false })
    expect((await planOf(asAdmin, file, { apply: true })).isApplied).toBe(true)
    expect(await state(forum)).toEqual(before)
  })

  test('a file of another forum is shown first, then applied as a whole', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const own = await exported(asAdmin)
    const guides = { id: 40, nameSingular: 'Guide', namePlural: 'Guides', color: '#123456', icon: '' }
    const friend = { id: 5, nameSingular: 'Friend', namePlural: 'Friends', color: '', icon: 'fas fa-star' }
    const file: PermissionFile = {
      ...own,
      groups: [...own.groups, { ...guides, isHidden: false }, { ...friend, isHidden: false }],
      permissions: [
        { name: 'discussion.rename', groups: [guides.id, moderators] },
        { name: 'searchUsers', groups: [everyone] },
      ],
    }
    await makeGroup(forum)
    const friends = await makeGroup(forum, { name_singular: 'friend', name_plural: 'friends' })
    const before = await state(forum)
    const unknown = await planOf(asAdmin, file)
    expect(unknown.unknownGroups.map(({ namePlural }) => namePlural)).toEqual(['Guides'])
    const refused = await send(asAdmin, file, { apply: true })
    expect({ status: refused.status, detail: refused.body.errors[0]?.detail }).toEqual({
      status: 422,
      detail: 'This forum has no group “Guides”. Choose one for it, create it or leave it out.',
    })
    expect(await state(forum)).toEqual(before)

    const choices = { groups: [{ id: guides.id, use: 'create' }] }
    const plan = await planOf(asAdmin, file, { choices })
    expect(plan).toMatchObject({
      unknownGroups: [],
      createdGroups: [{ nameSingular: 'Guide', namePlural: 'Guides', color: '#123456' }],
      changedGroups: [
        {
          id: friends.id,
          changes: [
            { attribute: 'nameSingular', before: 'friend', after: 'Friend' },
            { attribute: 'namePlural', before: 'friends', after: 'Friends' },
            { attribute: 'icon', before: '', after: 'fas fa-star' },
          ],
        },
      ],
      permissions: [
        { permission: 'discussion.rename', added: ['Guides'], removed: [] },
        { permission: 'searchUsers', added: ['Everyone'], removed: ['Members'] },
      ],
      problems: [],
    })
    expect(await state(forum)).toEqual(before)
    const { version } = plan
    expect((await planOf(asAdmin, file, { choices, version, apply: true })).isApplied).toBe(true)
    const after = await exported(asAdmin)
    const created = after.groups.find(({ namePlural }) => namePlural === 'Guides')
    expect(created).toMatchObject({ color: '#123456', isHidden: false })
    expect(after.permissions).toContainEqual({
      name: 'discussion.rename',
      groups: [moderators, created?.id],
    })
    expect(after.groups.find(({ id }) => id === friends.id)).toMatchObject({ icon: 'fas fa-star' })
    expect((await forum.guest().get('/api')).body.data.attributes.canSearchUsers).toBe(true)
    const again = await send(asAdmin, file, { choices, version, apply: true })
    expect(again.status).toBe(409)
  })

  test('unknown names are mapped or left out by choice', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const helpers = await makeGroup(forum)
    const file: PermissionFile = {
      parley: 'permissions',
      version: 1,
      groups: [
        { id: 70, nameSingular: 'A', namePlural: 'As', color: '', icon: '', isHidden: false },
        { id: 71, nameSingular: 'B', namePlural: 'Bs', color: '', icon: '', isHidden: false },
      ],
      permissions: [
        { name: 'old.search', groups: [70, 71] },
        { name: 'poll.vote', groups: [70] },
      ],
    }
    expect(await planOf(asAdmin, file)).toMatchObject({
      unknownGroups: [{ id: 70 }, { id: 71 }],
      unknownPermissions: [{ name: 'old.search' }, { name: 'poll.vote' }],
    })
    expect((await send(asAdmin, file, { apply: true })).body.errors).toHaveLength(4)
    const choices = {
      groups: [
        { id: 70, use: helpers.id },
        { id: 71, use: 'skip' },
      ],
      permissions: [
        { name: 'old.search', use: 'searchUsers' },
        { name: 'poll.vote', use: 'skip' },
      ],
    }
    await planOf(asAdmin, file, { choices, apply: true })
    const after = await exported(asAdmin)
    expect(after.permissions).toContainEqual({ name: 'searchUsers', groups: [helpers.id] })
    expect(after.permissions.map(({ name }) => name)).not.toContain('poll.vote')
    expect(after.groups.map(({ id }) => id)).toEqual([1, 2, 3, 4, helpers.id])
  })

  test('what would be refused one by one is refused, and changes nothing', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const file = await exported(asAdmin)
    const before = await state(forum)
    const permissions = [
      { name: 'searchUsers', groups: [everyone] },
      { name: 'user.editGroups', groups: [everyone, members] },
    ]
    const plan = await planOf(asAdmin, { ...file, permissions })
    expect(plan.problems).toEqual([
      '“Change the groups of members” can’t be granted to everyone, because that includes guests.',
    ])
    expect((await send(asAdmin, { ...file, permissions }, { apply: true })).status).toBe(422)
    const absent = { groups: [{ id: 4, use: 99 }] }
    expect((await planOf(asAdmin, file, { choices: absent })).problems).toContain(
      'There’s no group with the ID 99.',
    )
    expect((await send(asAdmin, file, { choices: absent, apply: true })).status).toBe(422)
    expect(await state(forum)).toEqual(before)
  })

  test('what is no file of permissions is refused with its fault', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const file = await exported(asAdmin)
    const [group] = file.groups
    const bad: [unknown, string][] = [
      [undefined, 'file'],
      ['text', 'file'],
      [[], 'file'],
      [{ ...file, parley: 'recipes' }, 'file/parley'],
      [{ ...file, version: 2 }, 'file/version'],
      [{ ...file, groups: {} }, 'file/groups'],
      [{ ...file, groups: [{ ...group, nameSingular: ' ' }] }, 'file/groups/0/nameSingular'],
      [{ ...file, groups: [{ ...group, color: 'x'.repeat(21) }] }, 'file/groups/0/color'],
      [{ ...file, groups: [{ ...group, id: 1.5 }] }, 'file/groups/0/id'],
      [{ ...file, groups: [group, group] }, 'file'],
      [{ ...file, permissions: [{ name: 'a b', groups: [] }] }, 'file/permissions/0/name'],
      [{ ...file, permissions: [{ name: 'a', groups: [99] }] }, 'file'],
      [{ ...file, permissions: [file.permissions[0], file.permissions[0]] }, 'file'],
    ]
    for (const [sent, place] of bad) {
      const { status, body } = await send(asAdmin, sent, { apply: true })
      expect({ place, status, pointer: body.errors[0]?.source?.pointer }).toEqual({
        place,
        status: 422,
        pointer: `/data/attributes/${place}`,
      })
    }
    expect(forum.logged).toEqual([])
  })
})
