import { changeDiscussion, eachTestForum, makeDiscussion, makeUser } from '@parley/testing'
import { expect, test } from 'vitest'

eachTestForum((open) => {
  test('raises, never lowers, not beyond the highest number', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}, {}] })
    const client = await forum.as(await makeUser(forum))
    const read = async (lastReadPostNumber: unknown) => {
      forum.clock.advance(60)
      const { status, body } = await changeDiscussion(client, id, { lastReadPostNumber })
      return [status, body.data?.attributes.lastReadPostNumber, body.data?.attributes.lastReadAt]
    }
    expect(await read(2)).toEqual([200, 2, '2024-01-01T00:01:00+00:00'])
    expect(await read(1)).toEqual([200, 2, '2024-01-01T00:01:00+00:00'])
    expect(await read(2)).toEqual([200, 2, '2024-01-01T00:01:00+00:00'])
    expect(await read('3')).toEqual([200, 3, '2024-01-01T00:04:00+00:00'])
    for (const falsy of [0, '', '0', false, null, [], {}]) {
      expect([falsy, (await read(falsy))[0]]).toEqual([falsy, 200])
    }
    for (const wrong of ['x', 1.5, -1, [1], { a: 1 }, true]) {
      const { status, body } = await changeDiscussion(client, id, { lastReadPostNumber: wrong })
      expect([wrong, status, body.errors?.[0]?.source?.pointer]).toEqual([
        wrong,
        422,
        '/data/attributes/lastReadPostNumber',
      ])
    }
    expect((await read(1000))[1]).toBe(4)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await changeDiscussion(browser, id, { lastReadPostNumber: 1 })).status).toBe(401)
    expect((await changeDiscussion(browser, id, { lastReadPostNumber: 0 })).status).toBe(200)
    expect((await changeDiscussion(browser, id, {})).status).toBe(200)
    expect((await browser.patch(`/api/discussions/${id}`)).status).toBe(200)
    expect((await changeDiscussion(browser, id, { nonsense: [1], commentCount: 7 })).status).toBe(200)
  })
})
