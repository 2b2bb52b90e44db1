import { join } from 'node:path'
import { createTestForum, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(join(import.meta.dirname, '..'))

test('a minimum above its maximum is refused, whichever of them is stored', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const admin = await forum.as(1)
  const send = async (settings: Record<string, number>) => {
    const named = Object.entries(settings).map(([key, value]) => [`flarum-tags.${key}`, value])
    const { status, body } = await admin.post('/api/settings', Object.fromEntries(named))
    return status === 422 ? body.errors.map(({ source }) => source?.pointer) : status
  }
  expect(await send({ min_primary_tags: 2 })).toEqual(['/data/attributes/flarum-tags.min_primary_tags'])
  expect(await send({ max_secondary_tags: 1, min_secondary_tags: 2 })).toHaveLength(2)
  expect(await send({ min_primary_tags: 2, max_primary_tags: 3 })).toBe(204)
  expect(await send({ max_primary_tags: 1 })).toEqual(['/data/attributes/flarum-tags.max_primary_tags'])
  expect((await admin.get('/api')).body.data.attributes).toMatchObject({
    minPrimaryTags: '2',
    maxPrimaryTags: '3',
    minSecondaryTags: '0',
    maxSecondaryTags: '3',
  })
})
