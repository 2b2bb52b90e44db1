import {
  type ApiClient,
  eachTestForum,
  idsOf,
  makeDiscussion,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { indexTitles } from './index-rows.ts'

const asked = (client: ApiClient, q: string, more = '') =>
  client.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}${more}`)
const found = async (client: ApiClient, q: string) => idsOf(await asked(client, q))

async function discuss(forum: TestForum, title: string, ...contents: string[]): Promise<number> {
  return (await makeDiscussion(forum, { title, posts: contents.map((content) => ({ content })) })).id
}

/** What a search finds, and what it suggests. */
async function meant(client: ApiClient, q: string, more = '') {
  const { status, body } = await asked(client, q, more)
  return [status, body.data.map(({ id }) => Number(id)), body.meta?.suggestion] as const
}

/** Every order of four of eight words: a title each, whose words more titles have than are looked at. */
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

eachTestForum((open) => {
  test('every title is found by itself, although each of its words is common', async () => {
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
      const asWritten = await found(guest, `${title.replace(' ', ' – ')}?`)
      expect([title, asWritten[0]]).toEqual([title, id])
      const inAnyOrder = idsOf(await asked(guest, title.split(' ').toReversed().join(' '), '&page[limit]=24'))
      expect([title, inAnyOrder.includes(id)]).toEqual([title, true])
    }
    const [first] = made.filter(({ title }) => title === 'Küche Rad Garten Reise')
    expect((await found(guest, 'kueche rad garten reise'))[0]).toBe(first?.id)
  })

  test('a title is found by itself, although many newer ones have all its words', async () => {
    const forum = await open()
    const otters = await discuss(forum, 'Otters, or otters?', 'x')
    const single = await discuss(forum, 'Otters', 'x')
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
    expect((await found(forum.guest(), 'Otters, or otters?'))[0]).toBe(otters)
    expect((await found(forum.guest(), 'otters'))[0]).toBe(single)
  })

  describe('order', () => {
    test('a whole title, all words in the title, side by side in a post, all words in one, some words', async () => {
      const forum = await open()
      const some = await discuss(forum, 'x', 'river', 'otter')
      const apart = await discuss(forum, 'x', 'an otter by the river')
      const phrase = await discuss(forum, 'x', 'the river otter swims')
      const oneInTitle = await discuss(forum, 'The otter', 'nothing')
      const title = await discuss(forum, 'An otter in the river', 'nothing')
      const whole = await discuss(forum, 'River otter!', 'nothing')
      await discuss(forum, 'x', 'neither')
      expect(await found(forum.guest(), 'river otter')).toEqual([
        whole,
        title,
        phrase,
        apart,
        oneInTitle,
        some,
      ])
    })

    test('many posts do not add up', async () => {
      const forum = await open()
      const one = await discuss(forum, 'x', 'a river and an otter')
      await discuss(
        forum,
        'x',
        ...Array.from({ length: 30 }, (_, number) => (number % 2 ? 'river' : 'otter')),
      )
      expect((await found(forum.guest(), 'river otter'))[0]).toBe(one)
    })
  })

  describe('suggestions', () => {
    test('one error is mended in a word that nothing has, and said', async () => {
      const forum = await open()
      const [garden, bicycle] = [
        await discuss(forum, 'x', 'My Garden'),
        await discuss(forum, 'A bicycle', 'x'),
      ]
      const guest = forum.guest()
      expect(await meant(guest, 'graden')).toEqual([200, [garden], 'garden'])
      expect(await meant(guest, 'graden bicycle')).toEqual([200, [bicycle, garden], 'garden bicycle'])
      expect(await meant(guest, 'Bicycel, and GRADEN!')).toEqual([
        200,
        [bicycle, garden],
        'bicycle, and garden!',
      ])
      expect(await meant(guest, 'graden', '&sort=createdAt')).toEqual([200, [garden], 'garden'])
      expect(await meant(guest, 'graden', '&page[offset]=1')).toEqual([200, [], 'garden'])
      expect(await meant(guest, 'garden')).toEqual([200, [garden], undefined])
      expect(await meant(guest, 'garden nothing')).toEqual([200, [garden], undefined])
      expect(await meant(guest, 'gard')).toEqual([200, [garden], undefined])
    })

    test('words are written as somebody wrote them', async () => {
      const forum = await open()
      const id = await discuss(forum, 'Köstliche Küche', 'x')
      expect(await meant(forum.guest(), 'kuceh')).toEqual([200, [id], 'küche'])
    })

    test('where nothing is found, something else that finds something', async () => {
      const forum = await open()
      await discuss(forum, 'Lighthouse keepers', 'Their walking sticks')
      const guest = forum.guest()
      expect(await meant(guest, 'lighthuosse')).toEqual([200, [], 'lighthouse'])
      expect(await meant(guest, 'walkingsticks')).toEqual([200, [], 'walking sticks'])
      expect(await meant(guest, 'light house')).toEqual([200, [], 'lighthouse'])
      expect(await meant(guest, 'walkingkeepers')).toEqual([200, [], undefined])
    })

    test('conditions stay, and do not make a word one that nothing has', async () => {
      const forum = await open()
      const { id: user_id } = await makeUser(forum, { username: 'ann' })
      const { id } = await makeDiscussion(forum, { title: 'Our gardens', user_id })
      await discuss(forum, 'A warden', 'x')
      await discuss(forum, 'One garden', 'x')
      const guest = forum.guest()
      expect(await meant(guest, 'author:ann gradens')).toEqual([200, [id], 'author:ann gardens'])
      expect(await meant(guest, '"author:ann, bob" GRADENS')).toEqual([
        200,
        [id],
        '"author:ann, bob" gardens',
      ])
      expect(await meant(guest, 'author:ann garden')).toEqual([200, [id], undefined])
      expect(await meant(guest, 'author:ann warden')).toEqual([200, [], undefined])
    })

    test('nothing is told of what the reader does not see', async () => {
      const forum = await open()
      const hidden_at = '2024-01-01T00:00:00.000Z'
      const secret = (await makeDiscussion(forum, { title: 'Zygomorph', hidden_at })).id
      const [guest, admin] = [forum.guest(), await forum.as(1)]
      expect(await meant(guest, 'zygomroph')).toEqual([200, [], undefined])
      expect(await meant(guest, 'zygommorrph')).toEqual([200, [], undefined])
      expect(await meant(admin, 'zygomroph')).toEqual([200, [secret], 'zygomorph'])
      // Whether others have a word does not matter either.
      const open_ = await discuss(forum, 'Zygomorphs', 'x')
      expect(await meant(guest, 'zygomorph open')).toEqual([200, [open_], 'zygomorphs open'])
    })
  })
})
