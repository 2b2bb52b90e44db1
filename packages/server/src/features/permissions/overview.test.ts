import type { GroupDeletion, PermissionOverview, PermissionRow, SettingRow } from '@parley/shared'
import {
  type ApiClient,
  admin,
  createTestForum,
  eachTestForum,
  grant,
  makeGroup,
  makeUser,
  selectsOf,
  setSettings,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { administrators, everyone, members, moderators } from '../../points/context/actor.ts'
import type { InstalledExtension } from '../../points/extension.ts'

const gong: InstalledExtension = {
  id: 'gong',
  title: 'Gong',
  version: '1.0.0',
  declaration: {
    permissions: {
      'discussion.ring': {
        default: ['moderator'],
        section: 'reply',
        label: 'core.ref.reply',
        order: -1,
        requires: ['discussion.reply'],
      },
    },
  },
}

async function overview(client: ApiClient): Promise<PermissionOverview> {
  return (await client.get('/api/admin/permissions')).body as unknown as PermissionOverview
}

async function rowOf(client: ApiClient, name: string): Promise<PermissionRow | undefined> {
  const { rows } = await overview(client)
  return rows.find((row): row is PermissionRow => row.kind === 'permission' && row.permission === name)
}

eachTestForum((open) => {
  test('administrators see the grid: sections, rows in their order, groups and grants', async () => {
    const forum = await open({ extensions: [gong] })
    const asAdmin = await forum.as(admin)
    const { sections, rows, groups, questions } = await overview(asAdmin)
    expect(sections.map(({ name }) => name)).toEqual(['read', 'start', 'reply', 'moderate', 'users'])
    const named = rows.map((row) => (row.kind === 'setting' ? row.setting : row.permission))
    expect(named.slice(0, 12)).toEqual([
      'viewForum',
      'searchUsers',
      'user.viewLastSeenAt',
      'viewHiddenGroups',
      'allow_sign_up',
      'startDiscussion',
      'allow_renaming',
      'discussion.ring',
      'discussion.reply',
      'allow_post_editing',
      'allow_hide_own_posts',
      'postWithoutThrottle',
    ])
    expect(rows[0]).toEqual({
      kind: 'permission',
      permission: 'viewForum',
      section: 'read',
      label: 'View the forum',
      extension: null,
      groupIds: [everyone],
      version: expect.any(String),
      guests: true,
      requires: [],
      scoped: true,
      isDeclared: true,
      lacks: [],
    })
    expect(rows.find((row) => row.extension === 'Gong')).toMatchObject({ groupIds: [moderators] })
    expect(groups.map(({ id, namePlural, inherits }) => ({ id, namePlural, inherits }))).toEqual([
      { id: administrators, namePlural: 'Admins', inherits: [everyone, members] },
      { id: everyone, namePlural: 'Guests', inherits: [] },
      { id: members, namePlural: 'Members', inherits: [everyone] },
      { id: moderators, namePlural: 'Mods', inherits: [everyone, members] },
    ])
    expect(questions.map(({ type }) => type)).toEqual(['global', 'users', 'groups', 'discussions', 'posts'])
  })

  test('a row of a setting has its value and its choices', async () => {
    const forum = await open()
    await setSettings(forum, { allow_sign_up: '', allow_renaming: '30' })
    const { rows } = await overview(await forum.as(admin))
    const settings = rows.filter((row): row is SettingRow => row.kind === 'setting')
    expect(settings.map(({ setting, value, takesMinutes }) => ({ setting, value, takesMinutes }))).toEqual([
      { setting: 'allow_sign_up', value: '0', takesMinutes: false },
      { setting: 'allow_renaming', value: '30', takesMinutes: true },
      { setting: 'allow_post_editing', value: 'reply', takesMinutes: true },
      { setting: 'allow_hide_own_posts', value: 'reply', takesMinutes: true },
    ])
    expect(settings[0]?.choices).toEqual([
      { value: '1', label: 'Open' },
      { value: '0', label: 'Closed' },
    ])
  })

  test('a group that holds a permission but not what it requires is named', async () => {
    const forum = await open({ extensions: [gong] })
    const asAdmin = await forum.as(admin)
    const lacks = async () => (await rowOf(asAdmin, 'discussion.ring'))?.lacks
    expect(await lacks()).toEqual([])
    const { id } = await makeGroup(forum)
    await grant(forum, 'discussion.ring', [moderators, id])
    await grant(forum, 'discussion.reply', [moderators])
    expect(await lacks()).toEqual([
      { groupId: id, permission: 'discussion.reply', label: 'Reply to discussions' },
    ])
    await grant(forum, 'discussion.reply', [everyone])
    expect(await lacks()).toEqual([])
  })

  test('permissions of extensions that are not enabled are listed behind the grid', async () => {
    const forum = await open()
    await grant(forum, 'tag7.viewForum', [everyone])
    const { rows } = await overview(await forum.as(admin))
    expect(rows.at(-1)).toMatchObject({
      permission: 'tag7.viewForum',
      section: null,
      isDeclared: false,
      guests: true,
      groupIds: [everyone],
    })
  })

  test('the second of two administrators who change a permission at once is told', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const other = await forum.as(await makeUser(forum, { groupIds: [administrators] }))
    const version = (await rowOf(asAdmin, 'searchUsers'))?.version
    const set = (client: ApiClient, groupIds: number[]) =>
      client.post('/api/permission', { permission: 'searchUsers', groupIds, version })
    expect((await set(asAdmin, [everyone])).status).toBe(204)
    const refused = await set(other, [moderators])
    expect({ status: refused.status, error: refused.body.errors[0] }).toMatchObject({
      status: 409,
      error: { code: 'conflict', detail: expect.stringContaining('Another administrator') },
    })
    expect((await rowOf(other, 'searchUsers'))?.groupIds).toEqual([everyone])
    // A change of another permission is none of this one.
    const current = (await rowOf(other, 'searchUsers'))?.version
    await grant(forum, 'discussion.reply', [moderators])
    const groups = { permission: 'searchUsers', groupIds: [moderators], version: current }
    expect((await other.post('/api/permission', groups)).status).toBe(204)
  })

  test('guests do not get what only members may hold', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    for (const permission of ['administrate', 'discussion.reply', 'user.editGroups', 'createGroup']) {
      const refused = await asAdmin.post('/api/permission', { permission, groupIds: [everyone] })
      expect({ permission, status: refused.status, error: refused.body.errors[0] }).toMatchObject({
        permission,
        status: 422,
        error: { source: { pointer: '/data/attributes/groupIds' } },
      })
    }
    expect((await rowOf(asAdmin, 'discussion.reply'))?.groupIds).toEqual([members])
  })

  test('without any permission administrators still enter and give it back', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { rows } = await overview(asAdmin)
    for (const row of rows) {
      if (row.kind === 'permission')
        await asAdmin.post('/api/permission', { permission: row.permission, groupIds: [] })
    }
    expect((await forum.guest().get('/api')).body.data.attributes.canViewForum).toBe(false)
    expect((await asAdmin.get('/api')).body.data.attributes.canViewForum).toBe(true)
    const logIn = { identification: admin.username, password: admin.password }
    expect((await forum.guest().post('/api/token', logIn)).status).toBe(200)
    const back = { permission: 'viewForum', groupIds: [everyone] }
    expect((await asAdmin.post('/api/permission', back)).status).toBe(204)
  })

  test('the deletion of a group says how many members lose what', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { id } = await makeGroup(forum)
    await makeUser(forum, { groupIds: [id] })
    await makeUser(forum, { groupIds: [id, moderators] })
    await makeUser(forum, { groupIds: [id], is_email_confirmed: false })
    await makeUser(forum, { groupIds: [id], deleted_at: forum.current.now().toISOString() })
    await grant(forum, 'discussion.rename', [id, moderators])
    await grant(forum, 'searchUsers', [id, members])
    await grant(forum, 'createGroup', [id])
    const { body } = await asAdmin.get(`/api/admin/groups/${id}/deletion`)
    expect(body as unknown as GroupDeletion).toEqual({
      memberCount: 3,
      hasMore: false,
      permissions: [
        { permission: 'createGroup', label: 'Create groups', losing: 2 },
        { permission: 'discussion.rename', label: 'Rename discussions', losing: 1 },
        { permission: 'searchUsers', label: 'Search for members', losing: 0 },
      ],
    })
    expect((await asAdmin.get('/api/admin/groups/99/deletion')).status).toBe(404)
  })
})

test('a group of any size is described by as many members', async () => {
  const forum = await createTestForum()
  const { id } = await makeGroup(forum)
  await forum.current.database.transaction(async (db) => {
    for (let start = 0; start < 1100; start += 100) {
      const users = await db
        .insertInto('users')
        .values(
          Array.from({ length: 100 }, (_, index) => ({
            username: `member${start + index}`,
            email: `member${start + index}@machine.local`,
            password: '',
            is_email_confirmed: true,
            joined_at: forum.current.now().toISOString(),
          })),
        )
        .returning('id')
        .execute()
      await db
        .insertInto('group_user')
        .values(users.map((user) => ({ user_id: user.id, group_id: id })))
        .execute()
    }
  })
  const { body } = await (await forum.as(admin)).get(`/api/admin/groups/${id}/deletion`)
  expect(body).toMatchObject({ memberCount: 1000, hasMore: true })
})

test('the overview takes as many queries with many groups', async () => {
  const forum = await createTestForum()
  const count = async () => (await selectsOf(forum, '/api/admin/permissions')).length
  const few = await count()
  for (let index = 0; index < 20; index++) await grant(forum, 'createGroup', [(await makeGroup(forum)).id])
  expect(await count()).toBe(few)
})

test('all of it is for administrators', async () => {
  const forum = await createTestForum()
  const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
  for (const client of [forum.guest(), moderator]) {
    for (const path of [
      '/api/admin/permissions',
      '/api/admin/permissions/export',
      '/api/admin/groups/4/deletion',
      '/api/admin/why?ability=viewForum',
    ]) {
      expect({ path, status: (await client.get(path)).status }).toEqual({ path, status: 403 })
    }
  }
  expect((await moderator.post('/api/admin/permissions/import', { file: {} })).status).toBe(403)
})
