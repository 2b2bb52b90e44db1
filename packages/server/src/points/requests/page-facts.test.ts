import { admin, createTestForum, makeUser, startDiscussion } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import { combinePageDescriptions, combinePageFacts } from './page-facts.ts'

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

test('the first description that says something stands in the head of a page without its own', async () => {
  const declaration = defineExtension({
    pageDescriptions: {
      users: ({ data }) => (data.id === '1' ? 'Keeps "the" <forum>' : undefined),
      discussions: () => 'Not shown: posts describe discussions',
    },
  })
  const extensions = [{ id: 'mine', title: 'mine', version: '1.0.0', declaration }]
  const forum = await createTestForum({ client: await pageClient(), extensions })
  const { username } = await makeUser(forum)
  const head = async (path: string) => (await forum.guest().get(path)).text
  expect(await head('/u/admin')).toContain(
    '<meta name="description" content="Keeps &quot;the&quot; &lt;forum&gt;">',
  )
  expect(await head(`/u/${username}`)).not.toContain('Keeps')
  const { body } = await startDiscussion(await forum.as(admin), { title: 'Hello', content: 'Words' })
  expect(await head(`/d/${body.data.id}`)).toContain('<meta name="description" content="Words">')
})

test('without declarations no page is described, and a description is a function', () => {
  expect(combinePageDescriptions([{ owner: 'maps', section: undefined }]).size).toBe(0)
  const section = { places: 'here' as never }
  expectFault('maps', 'pageDescriptions › places', 'is no function', () =>
    combinePageDescriptions([{ owner: 'maps', section }]),
  )
})
