import { createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { defineExtension } from '../../../points/extension.ts'

test('the log has the addresses of failed requests, without the secrets of their paths', async () => {
  const run = () => {
    throw new Error('broken')
  }
  const declaration = defineExtension({
    routes: ['/api/shelf/:book', '/api/door/:id/:token', '/api/file/:csrf/:id'].map((path) => ({
      method: 'GET' as const,
      path,
      run,
    })),
  })
  const forum = await createTestForum({
    extensions: [{ id: 'shelf', title: 'Shelf', version: '1.0.0', declaration }],
  })
  for (const path of ['/api/shelf/token?a=b', '/api/door/5/s%65cret?a=secret', '/api/file/secret/7'])
    expect((await forum.guest().get(path)).status).toBe(500)
  expect(forum.logged.map(({ details }) => (details as { url?: string }).url)).toEqual([
    '/api/shelf/token?a=b',
    '/api/door/5/:token',
    '/api/file/:csrf/7',
  ])
})
