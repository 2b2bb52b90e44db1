import {
  changePost,
  eachTestForum,
  makeDiscussion,
  makePost,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { Budget, createBudgets } from '../../infrastructure/limits/budget.ts'

/** A stored post of 65,535 quotation marks. */
const long = { content: '"'.repeat(65_535), content_html: `<p>${'&quot;'.repeat(65_535)}</p>` }

interface Boot {
  documents: Record<string, PostsDocument>
}

interface PostsDocument {
  data: { attributes: { number: number; contentHtml: string } }[]
  links: { prev?: string; next?: string }
}

/** Reads the document of posts that a page embeds. */
async function postsOn(forum: TestForum, path: string): Promise<PostsDocument & { size: number }> {
  const { status, text } = await forum.guest().get(path)
  expect(status).toBe(200)
  const [, json = '{}'] = /id="parley-boot">(.*?)<\/script>/s.exec(text) ?? []
  const { documents } = JSON.parse(json) as Boot
  const [posts] = Object.entries(documents).filter(([request]) => request.startsWith('/posts?'))
  if (!posts) throw new Error('The page holds no posts')
  return { ...posts[1], size: text.length }
}

const numbersOf = ({ data }: PostsDocument) => data.map(({ attributes }) => attributes.number)

eachTestForum((create) => {
  const createPages = async (pageCache: 'on' | 'off') => {
    const bytes = new Budget({ total: 64 * 2 ** 20, waiting: { total: 100 }, waitMs: 60_000 })
    return create({ client: await pageClient(), pageCache, budgets: { ...createBudgets(), bytes } })
  }
  const open = () => createPages('off')

  test('a page shows as many of the longest posts as fit, and links to the others', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 30 }, () => long) })
    const first = await postsOn(forum, `/d/${id}`)
    expect(numbersOf(first)).toEqual([1])
    expect(first.data[0]?.attributes.contentHtml).toBe(long.content_html)
    expect({
      prev: first.links.prev,
      offsetOfNext: new URL(first.links.next ?? '').searchParams.get('page[offset]'),
    }).toEqual({ prev: undefined, offsetOfNext: '1' })
    const middle = await postsOn(forum, `/d/${id}/15`)
    expect(numbersOf(middle)).toEqual([15])
    expect({ hasPrev: Boolean(middle.links.prev), hasNext: Boolean(middle.links.next) }).toEqual({
      hasPrev: true,
      hasNext: true,
    })
    const last = await postsOn(forum, `/d/${id}/30`)
    expect({ numbers: numbersOf(last), next: last.links.next }).toEqual({ numbers: [30], next: undefined })
    // The head needs the first post, which is included as an excerpt.
    expect(Math.max(first.size, middle.size, last.size)).toBeLessThan(6 * long.content_html.length)
    expect(forum.current.budgets.bytes.used).toBe(0)
    expect(forum.current.budgets.bytes.peak).toBeGreaterThan(long.content_html.length)
  })

  /** Follows the next links from a path, without scripts. @returns the pages, and which posts they show whole. */
  async function readOn(forum: TestForum, from: string) {
    const pages: string[] = []
    const whole = new Map<number, boolean>()
    for (let path: string | undefined = from; path !== undefined; ) {
      const { status, text } = await forum.guest().get(path)
      expect(status).toBe(200)
      pages.push(path)
      const [, body = ''] = /<body>(.*)<script type="application\/json"/s.exec(text) ?? []
      const bare = body.replaceAll('<!-- -->', '')
      for (const [, number] of bare.matchAll(/href="[^"]*">Read post #(\d+) in full</g))
        whole.set(Number(number), false)
      for (const [, number] of bare.matchAll(/<article[^>]* data-number="(\d+)"/g))
        whole.set(Number(number), true)
      const [, next] = /<link rel="next" href="http:\/\/localhost([^"]+)"/.exec(text) ?? []
      path = next?.replaceAll('&amp;', '&')
    }
    return { pages, whole }
  }

  test('without a script every post of a discussion is reachable, and can be read whole', async () => {
    const forum = await open()
    const texts = Array.from({ length: 45 }, (_, index) => (index % 3 === 2 ? {} : long))
    const { id } = await makeDiscussion(forum, { posts: texts })
    const all = texts.map((_, index) => index + 1)
    const { pages, whole } = await readOn(forum, `/d/${id}`)
    expect(pages).toHaveLength(3)
    expect([...whole.keys()].sort((a, b) => a - b)).toEqual(all)
    expect([...whole.values()]).toContain(false)
    for (const number of [2, 20, 44]) {
      const { data } = await postsOn(forum, `/d/${id}/${number}`)
      const found = data.find(({ attributes }) => attributes.number === number)
      expect(found?.attributes.contentHtml).toBe(long.content_html)
    }
    // Starting from the middle omits no post, either.
    const behind = await readOn(forum, `/d/${id}/20`)
    expect(all.slice(9).filter((number) => !behind.whole.has(number))).toEqual([])
    expect(forum.current.budgets.bytes.used).toBe(0)
  })

  test('without a script every post of a user is reachable', async () => {
    const forum = await open()
    const { id: user_id } = await makeUser(forum, { username: 'ann' })
    const posts = Array.from({ length: 23 }, () => ({ ...long, user_id }))
    await makeDiscussion(forum, { user_id, posts })
    const found = new Set<string>()
    for (const path of ['/u/ann', '/u/ann?page=2']) {
      const { text } = await forum.guest().get(path)
      const [, body = ''] = /<body>(.*)<script type="application\/json"/s.exec(text) ?? []
      for (const [, number] of body.matchAll(/href="\/d\/[^"/]*\/(\d+)"/g)) found.add(number ?? '')
      expect(text.length).toBeLessThan(6 * long.content_html.length)
    }
    // The first post is linked without its number.
    expect(found.size).toBe(22)
  })

  test('a cached page changes with a post that it only shows an excerpt of', async () => {
    const forum = await createPages('on')
    const { id: user_id } = await makeUser(forum, { username: 'ann' })
    await makeDiscussion(forum, { user_id, posts: Array.from({ length: 9 }, () => ({ ...long, user_id })) })
    const before = (await forum.guest().get('/u/ann')).text
    expect(before).not.toContain('Other words')
    await changePost(await forum.as(1), '1', { content: 'Other words' })
    expect((await forum.guest().get('/u/ann')).text).toContain('Other words')
  })

  test('a page shows posts of usual length together with a long one', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 9 }, () => ({})) })
    await makePost(forum, id, long)
    await makePost(forum, id)
    const { links, ...posts } = await postsOn(forum, `/d/${id}/9`)
    expect(numbersOf({ links, ...posts })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect({ prev: links.prev, next: links.next }).toEqual({ prev: undefined, next: undefined })
  })

  test('resources that a list includes have excerpts on its page', async () => {
    const forum = await open()
    const content = `${'words and '.repeat(6000)}<end>`
    const content_html = `<p>${'words and '.repeat(6000)}&lt;end&gt;</p>`
    for (let number = 0; number < 20; number++) {
      await makeDiscussion(forum, { title: 'findable', posts: [{ content, content_html }] })
    }
    const { status, text } = await forum.guest().get('/?q=findable')
    expect(status).toBe(200)
    expect(text).toContain('words and words')
    expect(text.length).toBeLessThan(5 * content_html.length)
  })
})
