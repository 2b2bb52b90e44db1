import { basename, join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  createTestForum,
  extensionFolders,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  readExtension,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { pageClient, readClientExtensions } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { putTags, storeTags } from './stored-tags.ts'

const folders = extensionFolders(join(import.meta.dirname, '../..'))
const has = (id: string) => folders.some((folder) => basename(folder) === id)
const installed = await Promise.all(folders.map(readExtension))
const clientHalves = await readClientExtensions(folders)

/** Tags besides the first one: 20 primary ones with 40 children, and 40 secondary ones. */
const tags = Array.from({ length: 100 }, (_, index) => ({
  id: index + 2,
  name: `A tag with a name ${index}`,
  slug: `a-tag-with-a-name-${index}`,
  description: 'What belongs here, in a sentence that is neither short nor long, as most of them are.',
  color: '#4f46e5',
  icon: 'fas fa-comments',
  position: index < 60 ? index : null,
  parent_id: index >= 20 && index < 60 ? 2 + (index % 20) : null,
}))

/** Stores discussions with tags whose posts have many authors, editors and event posts. Returns the id of one. */
async function fill(forum: TestForum): Promise<number> {
  const people: number[] = []
  for (let index = 0; index < 12; index++)
    people.push((await makeUser(forum, { groupIds: index % 2 === 0 ? [moderators] : [] })).id)
  const at = forum.current.now().toISOString()
  const ids: number[] = []
  for (let number = 0; number < 25; number++) {
    forum.clock.advance(60)
    const personOf = (index: number) => people[(index + number) % people.length] ?? null
    const discussion = await makeDiscussion(forum, {
      user_id: personOf(0),
      ...(has('sticky') && { is_sticky: number % 5 === 0 }),
      ...(has('lock') && { is_locked: number % 4 === 0 }),
      posts: Array.from({ length: 22 }, (_, index) => ({
        user_id: personOf(index),
        ...(index % 5 === 1 && { edited_at: at, edited_user_id: personOf(index + 1) }),
        ...(index % 7 === 2 && { hidden_at: at, hidden_user_id: personOf(index + 2) }),
      })),
    } as Parameters<typeof makeDiscussion>[1])
    for (const [type, content] of [
      ['discussionTagged', [[1], [1, 3, 4]]],
      ['discussionRenamed', ['Before', 'After']],
    ] as const)
      await makePost(forum, discussion.id, {
        user_id: personOf(3),
        type,
        content: JSON.stringify(content),
        number: type === 'discussionTagged' ? 23 : 24,
      })
    await putTags(forum, discussion, [1, 3 + 4 * (number % 20), 5 + 4 * (number % 20)])
    ids.push(discussion.id)
  }
  return ids[4] ?? 0
}

/** How many queries statements are: a union of unrelated tables counts each of its parts. */
function queriesIn(statements: readonly { sql: string }[]): number {
  const tablesOf = (part: string) => [...new Set(part.match(/(?<=\b(?:from|join) )"\w+"/g))].toSorted().join()
  return statements
    .filter(({ sql: text }) => /^\s*(select|with)/i.test(text))
    .map(({ sql: text }) => new Set(text.split(/\bunion(?: all)?\b/i).map(tablesOf)).size)
    .reduce((sum, count) => sum + count, 0)
}

onBothDatabases((open) => {
  test('pages of a forum with 100 tags need few queries', async () => {
    const forum = await open({ extensions: installed, client: await pageClient(clientHalves) })
    await storeTags(
      forum,
      tags.map((tag, index) => ({ ...tag, is_restricted: index % 2 === 0 })),
    )
    for (const { id } of tags)
      if (id % 4 === 0) await grant(forum, `tag${id}.viewForum`, id % 8 === 0 ? [members] : [moderators])
    const id = await fill(forum)
    const member = await makeUser(forum)
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    // How many chose each reaction, and what the viewer chose: one statement about two tables.
    const reactions = has('reactions') ? 2 : 0
    for (const [viewer, user, most] of [
      ['member', member, 14 + reactions],
      ['moderator', moderator, 16 + reactions],
    ] as const) {
      const browser = await forum.browserOf(user)
      for (const path of ['/', `/d/${id}`]) {
        const { status, text } = await browser.get(path)
        expect({ status, isWhole: text.includes('parley-boot') }).toEqual({ status: 200, isWhole: true })
        const queries = queriesIn(await statementsOf(forum, () => browser.get(path)))
        expect({ viewer, path, queries }).toEqual({
          ...{ viewer, path },
          queries: expect.toSatisfy((count: number) => count > 5 && count <= most),
        })
      }
    }
  }, 120_000)
})

test('a guest’s boot data has the primary tags and few others, in 25 kB', async () => {
  const forum = await createTestForum({ extensions: installed, client: await pageClient(clientHalves) })
  await storeTags(forum, tags)
  await fill(forum)
  const { text } = await forum.guest().get('/')
  const [, json = ''] = /id="parley-boot">(.*?)<\/script>/s.exec(text) ?? []
  const { apiDocument, resources, ...rest } = JSON.parse(json) as {
    apiDocument?: unknown
    resources: { type: string }[]
  }
  expect(apiDocument).toBeDefined()
  expect(resources.filter(({ type }) => type === 'tags').length).toBeGreaterThanOrEqual(21 + 4)
  const bytes = Buffer.byteLength(JSON.stringify({ ...rest, resources }))
  expect(bytes).toBeLessThanOrEqual(25_000)
})
