import {
  type ApiClient,
  idsOf,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import type { Extension } from '../../points/extension.ts'

/** The fixture of behaviours-core A7: 1 by admin (1975), 2 and 3 by normal (1985, 1995), 4 by admin (2005), hidden. */
async function fixture(forum: TestForum) {
  const normal = await makeUser(forum, {
    username: 'normal',
    marked_all_as_read_at: '1990-01-01T00:00:00.000Z',
  })
  const at = (year: number) => `${year}-05-21T13:05:00.000Z`
  const posts = [{ content: 'An otter' }]
  await makeDiscussion(forum, { id: 1, user_id: 1, created_at: at(1975), posts })
  await makeDiscussion(forum, { id: 2, user_id: normal.id, created_at: at(1985), posts })
  await makeDiscussion(forum, { id: 3, user_id: normal.id, created_at: at(1995), posts: [{ content: 'x' }] })
  await makeDiscussion(forum, { id: 4, user_id: 1, created_at: at(2005), hidden_at: at(2005), posts })
  return normal
}

const found = async (client: ApiClient, q: string, sort = 'createdAt') =>
  idsOf(await client.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}&sort=${sort}`))

onBothDatabases((open) => {
  test('B079 author: finds by the author, in any case', async () => {
    const forum = await open()
    await fixture(forum)
    const guest = forum.guest()
    expect(await found(guest, '-author:normal')).toEqual([1])
    expect(await found(guest, 'author:normal')).toEqual([2, 3])
    expect(await found(guest, 'AUTHOR:Normal')).toEqual([2, 3])
    expect(await found(guest, 'author:normal,admin')).toEqual([1, 2, 3])
    expect(await found(guest, '"author:normal"')).toEqual([2, 3])
    expect(await found(guest, 'author:"normal"')).toEqual([2, 3])
    expect(await found(guest, 'author:nobody')).toEqual([])
    expect(await found(guest, 'author:normal -author:normal')).toEqual([])
  })

  test('a search without results says which authors do not exist', async () => {
    const forum = await open()
    await fixture(forum)
    await makeUser(forum, { username: 'Olga' })
    const guest = forum.guest()
    const meta = async (q: string) =>
      (await guest.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}`)).body.meta
    expect(await meta('author:nobody')).toEqual({ unknown: { author: ['nobody'] } })
    expect(await meta('author:normal,nobody author:nowhere')).toEqual({
      unknown: { author: ['nobody', 'nowhere'] },
    })
    expect(await meta('otter author:nobody')).toMatchObject({ unknown: { author: ['nobody'] } })
    expect(await meta('author:olga')).toBeUndefined()
    expect(await meta('author:normal')).toBeUndefined()
    expect(await meta('-author:nobody')).toBeUndefined()
  })

  test('B080 B082 B083 created: finds by day, or between two', async () => {
    const forum = await open()
    await fixture(forum)
    const guest = forum.guest()
    expect(await found(guest, 'created:1995-05-21')).toEqual([3])
    expect(await found(guest, 'created:1980-05-21..2000-05-21')).toEqual([2, 3])
    expect(await found(guest, '-created:1980-05-21..2000-05-21')).toEqual([1])
    expect(await found(guest, 'created:1980-05-21..1995-05-21')).toEqual([2])
  })

  test('D20 a created: that is no date is text', async () => {
    const forum = await open()
    await fixture(forum)
    const { id } = await makeDiscussion(forum, { id: 9, title: 'created 1995 whenever' })
    const guest = forum.guest()
    for (const q of ['created:whenever', 'created:1995-02-30', 'created:', 'created:1995-05-21..'])
      expect({ q, found: await found(guest, q) }).toEqual({ q, found: [id] })
  })

  test('B085 B086 is:hidden and is:unread', async () => {
    const forum = await open()
    const normal = await fixture(forum)
    const [asAdmin, reader] = [await forum.as(1), await forum.as(normal)]
    expect(await found(asAdmin, '-is:hidden')).toEqual([1, 2, 3])
    expect(await found(asAdmin, 'IS:Hidden')).toEqual([4])
    expect(await found(reader, 'is:unread')).toEqual([3])
    expect(await found(reader, '-is:unread')).toEqual([1, 2])
    expect(await found(forum.guest(), 'is:unread')).toEqual([1, 2, 3])
  })

  test('conditions and text are combined', async () => {
    const forum = await open()
    await fixture(forum)
    const guest = forum.guest()
    expect(await found(guest, 'otter')).toEqual([1, 2])
    expect(await found(guest, 'otter author:normal')).toEqual([2])
    expect(await found(guest, 'author:normal otter created:1995-05-21')).toEqual([])
    expect(await found(guest, '-author:normal otter', '')).toEqual([1])
    expect(await found(await forum.as(1), 'otter is:hidden')).toEqual([4])
  })

  test('unknown gambits, and gambits inside a word, are text', async () => {
    const forum = await open()
    await fixture(forum)
    const { id } = await makeDiscussion(forum, { id: 9, title: 'colour:green', posts: [{ content: 'x' }] })
    const guest = forum.guest()
    expect(await found(guest, 'colour:green')).toEqual([id])
    expect(await found(guest, '-colour:green')).toEqual([id])
    expect(await found(guest, 'zebras is:hiddenx')).toEqual([])
    expect(await found(guest, 'xauthor:normal')).toEqual([])
    expect(await found(guest, '--author:normal')).toEqual([])
  })

  test('far too many conditions are 400', async () => {
    const forum = await open()
    await fixture(forum)
    const repeated = (times: number) =>
      forum.guest().get(`/api/discussions?filter[q]=${'author:normal '.repeat(times).replaceAll(' ', '+')}x`)
    expect((await repeated(20)).status).toBe(200)
    const { status, body } = await repeated(900)
    expect({ status, code: body.errors[0]?.code }).toEqual({ status: 400, code: 'invalid_parameter' })
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('without text the usual order holds', async () => {
    const forum = await open()
    await fixture(forum)
    expect(await found(forum.guest(), 'created:1900-01-01..2020-01-01', '')).toEqual([3, 2, 1])
  })

  test('B098 a gambit of an extension is a condition, and without it text', async () => {
    const declaration: Extension = {
      resources: {
        discussions: {
          filters: { noun: { value: 'text', where: (eb, id) => eb('discussions.id', '=', Number(id)) } },
          search: {
            gambits: { noun: { filter: 'noun' }, 'is:second': { filter: 'noun', value: '2' } },
          },
        },
      },
    }
    const without = await open()
    await fixture(without)
    expect(await found(without.guest(), 'noun:3')).toEqual([])
    const forum = await open({ extensions: [{ id: 'gong', title: 'Gong', version: '1.0.0', declaration }] })
    await fixture(forum)
    expect(await found(forum.guest(), 'noun:3')).toEqual([3])
    expect(await found(forum.guest(), '-noun:3')).toEqual([1, 2])
    expect(await found(forum.guest(), 'is:second')).toEqual([2])
    expect(await found(forum.guest(), 'noun:3 otter')).toEqual([])
  })
})
