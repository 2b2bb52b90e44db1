import { createTestForum, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

test('without the extension there are no tags', async () => {
  const statuses = async (extensions: (typeof extension)[]) => {
    const forum = await createTestForum({ extensions })
    const { relationships } = (await forum.guest().get('/api')).body.data
    return [(await forum.guest().get('/api/tags')).status, Object.hasOwn(relationships ?? {}, 'tags')]
  }
  expect(await statuses([])).toEqual([404, false])
  expect(await statuses([extension])).toEqual([200, true])
})
