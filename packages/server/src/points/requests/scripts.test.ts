import { createTestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import { combineScripts } from './scripts.ts'

test('an extension has the scripts that it declares, and no other', async () => {
  const scripts = {
    'bells/worker': { address: '/assets/worker.js', text: 'ring()' },
    'bells/hidden': { address: '/assets/hidden.js', text: '' },
  }
  const declaration = defineExtension({ scripts: ['worker', 'missing'] })
  const forum = await createTestForum({
    client: { ...(await pageClient()), scripts },
    extensions: [{ id: 'bells', title: 'Bells', version: '1.0.0', declaration }],
  })
  const { pages } = forum.current
  expect(pages?.script('bells/worker')).toEqual(scripts['bells/worker'])
  for (const name of ['bells/hidden', 'bells/missing', 'worker', 'toString'])
    expect(() => pages?.script(name)).toThrow(`the script ${name}`)
})

test('pages name the version of the client, also those of the cache', async () => {
  const forum = await createTestForum({ client: await pageClient() })
  const { pages } = forum.current
  for (const visitor of [forum.guest(), forum.guest(), await forum.browserOf(1)])
    expect((await visitor.get('/')).headers['x-client-build']).toBe(pages?.build)
})

test('what is no name of a file is a fault', () => {
  for (const name of ['../worker', 'Worker', 'worker.ts', ''])
    expectFault('bells', 'scripts', `'${name}' is no name of a script`, () =>
      combineScripts([{ owner: 'bells', section: [name] }]),
    )
})
