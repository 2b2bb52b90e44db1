import { admin, createTestForum, startDiscussion } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import { combinePageFacts } from './page-facts.ts'

const subject = { describe: () => ({}) }

test('there are none by default, and a declared one has its owner', () => {
  expect(combinePageFacts([{ owner: 'maps', section: undefined }]).size).toBe(0)
  expect(combinePageFacts([{ owner: 'maps', section: { places: subject } }]).get('places')).toEqual({
    ...subject,
    owner: 'maps',
  })
})

test('one declared twice is a fault of the second', () => {
  expectFault('atlas', 'pageFacts › places', 'already declared by maps', () =>
    combinePageFacts([
      { owner: 'maps', section: { places: subject } },
      { owner: 'atlas', section: { places: subject } },
    ]),
  )
})

test('facts for a resource that has some already prevent the start of the forum', async () => {
  const declaration = defineExtension({ pageFacts: { discussions: subject } })
  const extensions = [{ id: 'mine', title: 'mine', version: '1.0.0', declaration }]
  await expect(createTestForum({ extensions })).rejects.toThrow(
    'mine › pageFacts › discussions: already declared by discussions',
  )
})

test('a page without facts has a default head', async () => {
  const forum = await createTestForum({ client: await pageClient() })
  await startDiscussion(await forum.as(admin), { title: 'Hello', content: 'Words' })
  const { text } = await forum.guest().get('/')
  expect(text).toContain('<meta property="og:type" content="website">')
  expect(text).not.toContain('ld+json')
})
