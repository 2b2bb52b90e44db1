import {
  type ApiClient,
  idsOf,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { indexTitles } from './index-rows.ts'

const search = (client: ApiClient, q: string, more = '') =>
  client.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}${more}`)
const findIds = async (client: ApiClient, q: string) => idsOf(await search(client, q))

async function makeTitled(forum: TestForum, title: string, ...contents: string[]): Promise<number> {
  return (await makeDiscussion(forum, { title, posts: contents.map((content) => ({ content })) })).id
}

/** The status, results and suggestion of a search. */
async function searchWithSuggestion(client: ApiClient, q: string, more = '') {
  const { status, body } = await search(client, q, more)
  return { status, ids: body.data.map(({ id }) => Number(id)), suggestion: body.meta?.suggestion }
}

/** Titles of four of eight words in every order: more titles have each word than a search reads. */
function permutedTitles(): string[] {
  const words = ['Garten', 'Rad', 'Pflege', 'Arbeit', 'Winter', 'Reise', 'Werkstatt', 'Küche']
  const titles: string[][] = [[]]
  for (let length = 0; length < 4; length += 1) {
    const shorter = titles.splice(0)
    titles.push(
      ...shorter.flatMap((title) =>
        words.filter((word) => !title.includes(word)).map((word) => [...title, word]),
      ),
    )
  }
  return titles.map((title) => title.join(' '))
}

onBothDatabases((open) => {
  test('a title as a search finds its discussion first, although each of its words is common', async () => {
    const forum = await open()
    const { database } = forum.current
    const created_at = forum.clock.now().toISOString()
    const made = await database.transaction(async (db) => {
      const rows = permutedTitles().map((title) => ({ title, slug: '', created_at, comment_count: 1 }))
      const stored = await db.insertInto('discussions').values(rows).returning(['id', 'title']).execute()
      await indexTitles({ db, dialect: database.dialect }, stored)
      return stored
    })
    expect(made).toHaveLength(1680)
    const guest = forum.guest()
    for (const { id, title } of made.filter((_, place) => place % 60 === 0)) {
      const asWritten = await findIds(guest, `${title.replace(' ', ' – ')}?`)
      expect({ title, first: asWritten[0] }).toEqual({ title, first: id })
      const inAnyOrder = idsOf(
        await search(guest, title.split(' ').toReversed().join(' '), '&page[limit]=24'),
      )
      expect({ title, isFound: inAnyOrder.includes(id) }).toEqual({ title, isFound: true })
    }
    const [first] = made.filter(({ title }) => title === 'Küche Rad Garten Reise')
    expect((await findIds(guest, 'kueche rad garten reise'))[0]).toBe(first?.id)
  })

  test('a title as a search finds its discussion first, although many newer titles have all its words', async () => {
    const forum = await open()
    const otters = await makeTitled(forum, 'Otters, or otters?', 'x')
    const single = await makeTitled(forum, 'Otters', 'x')
    const { database } = forum.current
    const created_at = forum.clock.now().toISOString()
    await database.transaction(async (db) => {
      const rows = Array.from({ length: 400 }, () => ({
        title: 'More otters',
        slug: '',
        created_at,
        comment_count: 1,
      }))
      const stored = await db.insertInto('discussions').values(rows).returning(['id', 'title']).execute()
      await indexTitles({ db, dialect: database.dialect }, stored)
    })
    expect((await findIds(forum.guest(), 'Otters, or otters?'))[0]).toBe(otters)
    expect((await findIds(forum.guest(), 'otters'))[0]).toBe(single)
  })

  describe('order', () => {
    test('whole title, all words in the title, adjacent in a post, all in one post, some words', async () => {
      const forum = await open()
      const some = await makeTitled(forum, 'x', 'river', 'otter')
      const apart = await makeTitled(forum, 'x', 'an otter by the river')
      const phrase = await makeTitled(forum, 'x', 'the river otter swims')
      const oneInTitle = await makeTitled(forum, 'The otter', 'nothing')
      const title = await makeTitled(forum, 'An otter in the river', 'nothing')
      const whole = await makeTitled(forum, 'River otter!', 'nothing')
      await makeTitled(forum, 'x', 'neither')
      expect(await findIds(forum.guest(), 'river otter')).toEqual([
        whole,
        title,
        phrase,
        apart,
        oneInTitle,
        some,
      ])
    })

    test('the scores of many posts are not summed', async () => {
      const forum = await open()
      const one = await makeTitled(forum, 'x', 'a river and an otter')
      await makeTitled(
        forum,
        'x',
        ...Array.from({ length: 30 }, (_, number) => (number % 2 ? 'river' : 'otter')),
      )
      expect((await findIds(forum.guest(), 'river otter'))[0]).toBe(one)
    })
  })

  describe('suggestions', () => {
    test('one error in an unknown word is corrected, and suggested', async () => {
      const forum = await open()
      const [garden, bicycle] = [
        await makeTitled(forum, 'x', 'My Garden'),
        await makeTitled(forum, 'A bicycle', 'x'),
      ]
      const guest = forum.guest()
      expect(await searchWithSuggestion(guest, 'graden')).toEqual({
        status: 200,
        ids: [garden],
        suggestion: 'garden',
      })
      expect(await searchWithSuggestion(guest, 'graden bicycle')).toEqual({
        status: 200,
        ids: [bicycle, garden],
        suggestion: 'garden bicycle',
      })
      expect(await searchWithSuggestion(guest, 'Bicycel, and GRADEN!')).toEqual({
        status: 200,
        ids: [bicycle, garden],
        suggestion: 'bicycle, and garden!',
      })
      expect(await searchWithSuggestion(guest, 'graden', '&sort=createdAt')).toEqual({
        status: 200,
        ids: [garden],
        suggestion: 'garden',
      })
      expect(await searchWithSuggestion(guest, 'graden', '&page[offset]=1')).toEqual({
        status: 200,
        ids: [],
        suggestion: 'garden',
      })
      expect(await searchWithSuggestion(guest, 'garden')).toEqual({
        status: 200,
        ids: [garden],
        suggestion: undefined,
      })
      expect(await searchWithSuggestion(guest, 'garden nothing')).toEqual({
        status: 200,
        ids: [garden],
        suggestion: undefined,
      })
      expect(await searchWithSuggestion(guest, 'gard')).toEqual({
        status: 200,
        ids: [garden],
        suggestion: undefined,
      })
    })

    test('a suggestion has the spelling of the matching text', async () => {
      const forum = await open()
      const id = await makeTitled(forum, 'Köstliche Küche', 'x')
      expect(await searchWithSuggestion(forum.guest(), 'kuceh')).toEqual({
        status: 200,
        ids: [id],
        suggestion: 'küche',
      })
    })

    test('a search without a match suggests another text that has one', async () => {
      const forum = await open()
      await makeTitled(forum, 'Lighthouse keepers', 'Their walking sticks')
      const guest = forum.guest()
      expect(await searchWithSuggestion(guest, 'lighthuosse')).toEqual({
        status: 200,
        ids: [],
        suggestion: 'lighthouse',
      })
      expect(await searchWithSuggestion(guest, 'walkingsticks')).toEqual({
        status: 200,
        ids: [],
        suggestion: 'walking sticks',
      })
      expect(await searchWithSuggestion(guest, 'light house')).toEqual({
        status: 200,
        ids: [],
        suggestion: 'lighthouse',
      })
      expect(await searchWithSuggestion(guest, 'walkingkeepers')).toEqual({
        status: 200,
        ids: [],
        suggestion: undefined,
      })
    })

    test('a suggestion keeps conditions, and a word that misses a condition is not corrected', async () => {
      const forum = await open()
      const { id: user_id } = await makeUser(forum, { username: 'ann' })
      const { id } = await makeDiscussion(forum, { title: 'Our gardens', user_id })
      await makeTitled(forum, 'A warden', 'x')
      await makeTitled(forum, 'One garden', 'x')
      const guest = forum.guest()
      expect(await searchWithSuggestion(guest, 'author:ann gradens')).toEqual({
        status: 200,
        ids: [id],
        suggestion: 'author:ann gardens',
      })
      expect(await searchWithSuggestion(guest, '"author:ann, bob" GRADENS')).toEqual({
        status: 200,
        ids: [id],
        suggestion: '"author:ann, bob" gardens',
      })
      expect(await searchWithSuggestion(guest, 'author:ann garden')).toEqual({
        status: 200,
        ids: [id],
        suggestion: undefined,
      })
      expect(await searchWithSuggestion(guest, 'author:ann warden')).toEqual({
        status: 200,
        ids: [],
        suggestion: undefined,
      })
    })

    test('suggestions reveal nothing of invisible discussions', async () => {
      const forum = await open()
      const hidden_at = '2024-01-01T00:00:00.000Z'
      const secret = (await makeDiscussion(forum, { title: 'Zygomorph', hidden_at })).id
      const [guest, admin] = [forum.guest(), await forum.as(1)]
      expect(await searchWithSuggestion(guest, 'zygomroph')).toEqual({
        status: 200,
        ids: [],
        suggestion: undefined,
      })
      expect(await searchWithSuggestion(guest, 'zygommorrph')).toEqual({
        status: 200,
        ids: [],
        suggestion: undefined,
      })
      expect(await searchWithSuggestion(admin, 'zygomroph')).toEqual({
        status: 200,
        ids: [secret],
        suggestion: 'zygomorph',
      })
      // A word that only invisible discussions have is corrected, too.
      const visible = await makeTitled(forum, 'Zygomorphs', 'x')
      expect(await searchWithSuggestion(guest, 'zygomorph open')).toEqual({
        status: 200,
        ids: [visible],
        suggestion: 'zygomorphs open',
      })
    })
  })
})
