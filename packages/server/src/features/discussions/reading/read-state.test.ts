import { changeDiscussion, makeDiscussion, makeUser, onBothDatabases } from '@parley/testing'
import { expect, test } from 'vitest'

onBothDatabases((open) => {
  test('a read state is raised up to the highest number and never lowered', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}, {}] })
    const client = await forum.as(await makeUser(forum))
    const read = async (lastReadPostNumber: unknown) => {
      forum.clock.advance(60)
      const { status, body } = await changeDiscussion(client, id, { lastReadPostNumber })
      const { lastReadPostNumber: number, lastReadAt: at } = body.data?.attributes ?? {}
      return { status, number, at }
    }
    expect(await read(2)).toEqual({ status: 200, number: 2, at: '2024-01-01T00:01:00+00:00' })
    expect(await read(1)).toEqual({ status: 200, number: 2, at: '2024-01-01T00:01:00+00:00' })
    expect(await read(2)).toEqual({ status: 200, number: 2, at: '2024-01-01T00:01:00+00:00' })
    expect(await read('3')).toEqual({ status: 200, number: 3, at: '2024-01-01T00:04:00+00:00' })
    for (const falsy of [0, '', '0', false, null, [], {}]) {
      expect({ falsy, status: (await read(falsy)).status }).toEqual({ falsy, status: 200 })
    }
    for (const wrong of ['x', 1.5, -1, [1], { a: 1 }, true]) {
      const { status, body } = await changeDiscussion(client, id, { lastReadPostNumber: wrong })
      expect({ wrong, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
        wrong,
        status: 422,
        pointer: '/data/attributes/lastReadPostNumber',
      })
    }
    expect((await read(1000)).number).toBe(4)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await changeDiscussion(browser, id, { lastReadPostNumber: 1 })).status).toBe(401)
    expect((await changeDiscussion(browser, id, { lastReadPostNumber: 0 })).status).toBe(200)
    expect((await changeDiscussion(browser, id, {})).status).toBe(200)
    expect((await browser.patch(`/api/discussions/${id}`)).status).toBe(200)
    expect((await changeDiscussion(browser, id, { nonsense: [1], commentCount: 7 })).status).toBe(200)
  })
})
