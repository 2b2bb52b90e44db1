import { join } from 'node:path'
import { admin, idsOf, makeUser, onBothDatabases, planOf, readExtension, selectsOf } from '@parley/testing'
import { expect, test } from 'vitest'
import { nicknameColumns } from './columns.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

onBothDatabases((open) => {
  test('a search for users finds the beginning of a username or a nickname, by one query', async () => {
    const forum = await open({ extensions: [extension] })
    const zoe = await makeUser(forum, { username: 'anna', ...nicknameColumns('Zoë Müller') })
    const bob = await makeUser(forum, { username: 'zoe_bob' })
    const client = await forum.as(bob)
    const found = async (q: string) =>
      idsOf(await client.get(`/api/users?filter[q]=${encodeURIComponent(q)}`))
    for (const q of ['zoe', 'ZOË']) expect({ q, ids: await found(q) }).toEqual({ q, ids: [zoe.id, bob.id] })
    for (const q of ['ann', 'zoë mü', 'anna'])
      expect({ q, ids: await found(q) }).toEqual({ q, ids: [zoe.id] })
    const mia = await makeUser(forum, nicknameColumns('Mia Müller'))
    expect(await found('MIA MUELLER')).toEqual([mia.id])
    for (const q of ['müller', 'oe', 'nna']) expect({ q, ids: await found(q) }).toEqual({ q, ids: [] })
    const path = '/api/users?filter[q]=mia'
    const selects = await selectsOf(forum, path, bob)
    const searches = selects.filter(({ sql }) => sql.includes('nickname_folded'))
    expect(searches).toHaveLength(1)
    for (const statement of searches) {
      const plan = await planOf(forum.current.database, statement, { without: ['seqscan', 'sort'] })
      expect(plan).toContain('users_nickname_folded')
      expect(plan).toContain('users_username_folded')
    }
  })

  test('administrators find users by their nicknames in the list of users', async () => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum, nicknameColumns('Zoë Müller'))
    const client = await forum.as(admin)
    expect(idsOf(await client.get('/api/admin/users?filter[q]=zoe%20m'))).toEqual([user.id])
  })
})
