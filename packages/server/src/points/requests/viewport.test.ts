import { createTestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import { combineViewports } from './viewport.ts'

test('pages have what extensions add to the viewport, once, and nothing else', async () => {
  const declaration = defineExtension({ viewport: ['viewport-fit=cover'] })
  const extensions = ['bar', 'frame'].map((id) => ({ id, title: id, version: '1.0.0', declaration }))
  const client = await pageClient()
  for (const [declared, added] of [
    [[], ''],
    [extensions, ', viewport-fit=cover'],
  ] as const) {
    const forum = await createTestForum({ client, extensions: declared })
    expect((await forum.guest().get('/')).text).toContain(
      `<meta name="viewport" content="width=device-width, initial-scale=1${added}">`,
    )
  }
})

test('what is no part of a viewport is a fault', () => {
  expectFault('bar', 'viewport', `'"><script>' is no name=value`, () =>
    combineViewports([{ owner: 'bar', section: ['"><script>'] }]),
  )
})
