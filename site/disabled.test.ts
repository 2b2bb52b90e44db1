import { join } from 'node:path'
import { createTestForum, makeUser, replyTo } from '@parley/testing'
import { casesOfRun, isRunOfAll } from '@parley/testing/all-tests'
import { pageClient, readClientExtensions } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { installedExtensions, root } from './plugins/folders.ts'
import { type Removal, removals, sampleOf } from './plugins/removals.ts'
import { loadExtensions } from './server.ts'

const installed = await loadExtensions()
const clientHalves = await readClientExtensions(
  installedExtensions().map((id) => join(root, 'extensions', id)),
)

// MATRIX_SEED draws other pairs, and MATRIX_PAIRS sets how many.
const seed = Number(process.env.MATRIX_SEED ?? 1)
const { singles, pairs } = removals()
const sample = sampleOf(pairs, Number(process.env.MATRIX_PAIRS ?? (isRunOfAll ? 6 : 2)), seed)

/** Paths of the pages of a forum with one discussion. Extensions add the others, which answer 404 without them. */
const pages = [
  '/',
  '/d/1',
  '/u/admin',
  '/settings',
  '/notifications',
  '/?q=hello',
  '/tags',
  '/following',
  '/flags',
]

/** Starts a forum without some extensions, and uses it as a visitor, a member and an administrator. */
async function tryWithout(removal: Removal): Promise<unknown> {
  const extensions = installed.filter(({ id }) => !removal.includes(id))
  const client = Object.fromEntries(Object.entries(clientHalves).filter(([id]) => !removal.includes(id)))
  const forum = await createTestForum({ extensions, client: await pageClient(client) })
  const member = await makeUser(forum, { username: 'member' })
  const relationships = extensions.some(({ id }) => id === 'tags')
    ? { tags: { data: [{ type: 'tags', id: '1' }] } }
    : {}
  const admin = await forum.browserOf(1)
  const attributes = { title: 'Hello', content: 'Hello **@member**, #general :) [b]x[/b]' }
  const started = await admin.post('/api/discussions', { data: { attributes, relationships } })
  const browser = await forum.browserOf(member)
  const replied = await replyTo(browser, started.body.data.id, { content: 'Hello @"admin"#1' })
  expect([started.status, replied.status]).toEqual([201, 201])
  await forum.settled()
  for (const visitor of [forum.guest(), browser, admin])
    for (const path of [...pages, '/api', '/api/discussions', '/api/posts', '/api/users'])
      expect({ path, status: (await visitor.get(path)).status }).toEqual({
        path,
        status: expect.toSatisfy((status: number) => status < 500),
      })
  for (const path of ['/', '/d/1']) expect((await browser.get(path)).text).toContain('Hello')
  return forum.logged.filter(({ level }) => level === 'error')
}

test.each(casesOfRun(singles, 3).map((removal) => [removal.join(', '), removal] as const))(
  'a forum works while these are disabled: %s',
  async (_, removal) => {
    expect(await tryWithout(removal)).toEqual([])
  },
  120_000,
)

test.each(sample.map((removal) => [removal.join(', '), removal] as const))(
  `a forum works while these are disabled: %s (pairs drawn with MATRIX_SEED=${seed})`,
  async (_, removal) => {
    expect(await tryWithout(removal)).toEqual([])
  },
  120_000,
)
