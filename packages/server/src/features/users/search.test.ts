import {
  type ApiClient,
  admin,
  createTestForum,
  grant,
  idsOf,
  makeGroup,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { everyone } from '../../points/context/actor.ts'

const ids = async (client: ApiClient, query: string) => idsOf(await client.get(`/api/users?${query}`))
const found = (client: ApiClient, q: string, more = '') =>
  ids(client, `filter[q]=${encodeURIComponent(q)}${more}`)

async function fixture(forum: TestForum) {
  const normal = await makeUser(forum, { username: 'normal', email: 'normal@machine.local' })
  return { normal, asAdmin: await forum.as(admin), asNormal: await forum.as(normal) }
}

onBothDatabases((open) => {
  test('B193 B194 with searchUsers the list is answered, sorted by id', async () => {
    const forum = await open()
    const { normal, asAdmin } = await fixture(forum)
    expect((await forum.guest().get('/api/users')).body.errors[0]?.code).toBe('permission_denied')
    expect((await forum.guest().get('/api/users?filter[q]=adm')).status).toBe(403)
    await grant(forum, 'searchUsers', [everyone])
    expect((await forum.guest().get('/api/users')).status).toBe(200)
    expect(await ids(asAdmin, '')).toEqual([1, normal.id])
  })

  test('B197 filter[group] accepts ids and names', async () => {
    const forum = await open()
    const { normal, asAdmin } = await fixture(forum)
    for (const group of ['1', 'admin', 'ADMINS', '"admin"', 'nobody,1'])
      expect({ group, ids: await ids(asAdmin, `filter[group]=${group}`) }).toEqual({ group, ids: [1] })
    expect(await ids(asAdmin, 'filter[group][]=1&filter[group][]=mods')).toEqual([1])
    expect(await ids(asAdmin, 'filter[-group]=1')).toEqual([normal.id])
    for (const group of ['2', '3', 'guest', 'members', '4', 'x', '']) {
      expect({ group, ids: await ids(asAdmin, `filter[group]=${group}`) }).toEqual({ group, ids: [] })
    }
    expect((await asAdmin.get('/api/users?filter[group][a][b]=1')).status).toBe(422)
  })

  test('B199 B200 filter[email] requires user.edit, else it is ignored', async () => {
    const forum = await open()
    const { normal, asAdmin, asNormal } = await fixture(forum)
    expect(await ids(asAdmin, 'filter[email]=Admin@machine.local')).toEqual([1])
    expect(await ids(asAdmin, 'filter[-email]=admin@machine.local')).toEqual([normal.id])
    expect(await ids(asAdmin, 'filter[email]=admin@machine')).toEqual([])
    expect(await ids(asNormal, 'filter[email]=admin@machine.local')).toEqual([1, normal.id])
    expect((await asAdmin.get('/api/users?filter[email][]=x')).status).toBe(422)
    expect((await asNormal.get('/api/users?filter[email][]=x')).status).toBe(422)
  })

  test('B202 B203 group: in a search finds members of the group', async () => {
    const forum = await open()
    const { normal, asAdmin } = await fixture(forum)
    expect(await found(asAdmin, 'group:1')).toEqual([1])
    expect(await found(asAdmin, 'GROUP:Admins')).toEqual([1])
    expect(await found(asAdmin, '-group:1')).toEqual([normal.id])
    expect(await found(asAdmin, 'group:1 nor')).toEqual([])
    expect(await found(asAdmin, '-group:1 nor')).toEqual([normal.id])
    expect(await found(asAdmin, 'group:')).toEqual([])
  })

  test('B205 B206 email: in a search is plain text without user.edit', async () => {
    const forum = await open()
    const { normal, asAdmin, asNormal } = await fixture(forum)
    expect(await found(asAdmin, 'email:ADMIN@machine.local')).toEqual([1])
    expect(await found(asAdmin, '-email:admin@machine.local')).toEqual([normal.id])
    const response = await asNormal.get('/api/users?filter[q]=email:admin@machine.local')
    expect({ status: response.status, data: response.body.data }).toEqual({ status: 200, data: [] })
    expect(await found(asNormal, '-email:admin@machine.local')).toEqual([])
  })

  test('B208 B209 B211 B212 B214 B215 group: finds members of hidden groups with the permission only', async () => {
    const forum = await open()
    const { normal, asAdmin, asNormal } = await fixture(forum)
    const hidden = await makeGroup(forum, { name_singular: 'Sage', name_plural: 'Sages', is_hidden: true })
    const open_ = await makeGroup(forum)
    const secret = await makeUser(forum, { groupIds: [hidden.id] })
    const member = await makeUser(forum, { groupIds: [open_.id] })
    expect((await asAdmin.get('/api/users?filter[q]=group:1')).status).toBe(200)
    expect((await asNormal.get('/api/users?filter[q]=group:1')).status).toBe(200)
    for (const q of ['group:mod', 'group:mods', 'group:4']) {
      const { body } = await asAdmin.get(`/api/users?filter[q]=${q}`)
      expect({ q, data: body.data, included: body.included }).toEqual({ q, data: [], included: undefined })
    }
    expect(await found(asNormal, `group:${hidden.id}`)).toEqual([])
    expect(await found(asNormal, 'group:sage,Sages')).toEqual([])
    const one = await asAdmin.get(`/api/users?filter[q]=group:${hidden.id}`)
    expect({ users: idsOf(one), groups: one.body.included?.map(({ id }) => Number(id)) }).toEqual({
      users: [secret.id],
      groups: [hidden.id],
    })
    const all = await asAdmin.get(`/api/users?filter[q]=group:${open_.id},sages,1`)
    expect({ users: idsOf(all), groups: all.body.included?.map(({ id }) => Number(id)) }).toEqual({
      users: [1, secret.id, member.id],
      groups: [1, hidden.id, open_.id],
    })
    expect(await found(asAdmin, '-group:1')).toEqual([normal.id, secret.id, member.id])
  })

  describe('text', () => {
    test('finds names with the prefix, by id unless another order is requested', async () => {
      const forum = await open()
      const { asAdmin, asNormal } = await fixture(forum)
      const early = await makeUser(forum, { username: 'Zoe_2', comment_count: 1 })
      const late = await makeUser(forum, { username: 'zoe-1', comment_count: 5 })
      const other = await makeUser(forum, { username: 'xzoe' })
      for (const q of ['zoe', 'ZOE', 'z', '"zoe"', ' zoe '])
        expect({ q, ids: await found(asNormal, q) }).toEqual({ q, ids: [early.id, late.id] })
      expect(await found(asNormal, 'zoe_2')).toEqual([early.id])
      expect(await found(asNormal, 'zoe_2x')).toEqual([])
      expect(await found(asNormal, 'zoe bob')).toEqual([])
      expect(await found(asNormal, 'zoe', '&sort=-commentCount')).toEqual([late.id, early.id])
      expect(await found(asNormal, 'zoe', '&page[limit]=1&page[offset]=1')).toEqual([late.id])
      expect(await found(asNormal, 'zoe', '&filter[group]=1')).toEqual([early.id, late.id])
      expect(await found(asAdmin, '')).toContain(other.id)
      for (const filter of ['filter[q][]=z', 'filter[q]=%00'])
        expect((await asNormal.get(`/api/users?${filter}`)).status).toBe(422)
    })

    test('takes % and _ as wildcards, as in SQL', async () => {
      const forum = await open()
      const { asNormal } = await fixture(forum)
      const user = await makeUser(forum, { username: 'Zoe-2' })
      for (const q of ['zoe_2', '_oe', '%oe', 'z%2', '%%e_', 'zoe-2%'])
        expect({ q, ids: await found(asNormal, q) }).toEqual({ q, ids: [user.id] })
      for (const q of ['zoe_3', '_zoe', '%x', 'zoe-2_', '\\%', `${'%e'.repeat(500)}x`])
        expect({ q, ids: await found(asNormal, q) }).toEqual({ q, ids: [] })
      expect(await found(asNormal, '%')).toHaveLength(3)
    })

    test('puts an exact match first, unless another order is requested', async () => {
      const forum = await open()
      const { asNormal } = await fixture(forum)
      const longer = []
      for (const more of ['ie', 'abel', '-2', '.x', 'e'])
        longer.push(await makeUser(forum, { username: `Ann${more}`, comment_count: 1 }))
      const ann = await makeUser(forum, { username: 'ann' })
      const others = longer.map(({ id }) => id)
      expect(await found(asNormal, 'Ann')).toEqual([ann.id, ...others])
      expect(await found(asNormal, 'ann', '&page[limit]=2&page[offset]=2')).toEqual(others.slice(1, 3))
      expect(await found(asNormal, 'ann', '&sort=-commentCount')).toEqual([...others.toReversed(), ann.id])
      expect(await found(asNormal, 'ann group:1')).toEqual([])
      expect(await found(asNormal, 'ann -group:1')).toEqual([ann.id, ...others])
      await grant(forum, 'viewForum', [])
      expect(await found(asNormal, 'ann')).toEqual([])
    })

    test('finds names with and without umlauts', async () => {
      const forum = await open()
      const { asNormal } = await fixture(forum)
      const [umlaut, letters, plain, other] = [
        await makeUser(forum, { username: 'Jörg_Müller', username_folded: 'jorg_muller' }),
        await makeUser(forum, { username: 'joerg-mueller' }),
        await makeUser(forum, { username: 'jorg' }),
        await makeUser(forum, { username: 'Neue_Aue' }),
      ].map(({ id }) => id)
      await makeUser(forum, { username: 'neu' })
      expect(await found(asNormal, 'joerg')).toEqual([umlaut, letters])
      expect(await found(asNormal, 'jörg')).toEqual([plain, umlaut, letters])
      expect(await found(asNormal, 'jorg')).toEqual([plain, umlaut])
      expect(await found(asNormal, 'neue')).toEqual([other])
    })

    test('finds only visible users', async () => {
      const forum = await open()
      const { normal, asNormal } = await fixture(forum)
      await makeUser(forum, { username: 'norbert' })
      await grant(forum, 'viewForum', [])
      expect(await found(asNormal, 'nor')).toEqual([normal.id])
    })
  })
})

test('an extension adds a search in another text', async () => {
  const declaration = {
    resources: {
      users: {
        search: {
          text: async ({ text }: { text: string }) => ({ ids: text === 'boss' ? [1] : [], isRanked: false }),
        },
      },
    },
  }
  const extension = { id: 'gong', title: 'Gong', version: '1.0.0', declaration }
  const forum = await createTestForum({ extensions: [extension] })
  const asAdmin = await forum.as(admin)
  const boss = await makeUser(forum, { username: 'bossy' })
  expect(await found(asAdmin, 'boss')).toEqual([1, boss.id])
  expect(await found(asAdmin, 'bossy')).toEqual([boss.id])
})
