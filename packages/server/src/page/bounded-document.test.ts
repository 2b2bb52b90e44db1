import { eachTestForum, makeDiscussion, makePost, type TestForum } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { Budget, createBudgets } from '../budget.ts'

/** A post of 65,535 quotation marks, as it is stored. */
const long = { content: '"'.repeat(65_535), content_html: `<p>${'&quot;'.repeat(65_535)}</p>` }

interface Boot {
  documents: Record<string, PostsDocument>
}

interface PostsDocument {
  data: { attributes: { number: number; contentHtml: string } }[]
  links: { prev?: string; next?: string }
}

/** The posts that a page of a discussion holds. */
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
  const open = async () => {
    const bytes = new Budget({ total: 64 * 2 ** 20, waiting: { total: 100 }, waitMs: 60_000 })
    return create({ client: await pageClient(), pageCache: 'off', budgets: { ...createBudgets(), bytes } })
  }

  test('a page shows as many of the longest posts as there is room for, and leads on to the others', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 30 }, () => long) })
    const first = await postsOn(forum, `/d/${id}`)
    expect(numbersOf(first)).toEqual([1])
    expect(first.data[0]?.attributes.contentHtml).toBe(long.content_html)
    expect([first.links.prev, new URL(first.links.next ?? '').searchParams.get('page[offset]')]).toEqual([
      undefined,
      '1',
    ])
    const middle = await postsOn(forum, `/d/${id}/15`)
    expect(numbersOf(middle)).toEqual([15])
    expect([Boolean(middle.links.prev), Boolean(middle.links.next)]).toEqual([true, true])
    const last = await postsOn(forum, `/d/${id}/30`)
    expect([numbersOf(last), last.links.next]).toEqual([[30], undefined])
    // The first post is included for the page's head, as an excerpt.
    expect(Math.max(first.size, middle.size, last.size)).toBeLessThan(6 * long.content_html.length)
    expect(forum.current.budgets.bytes.used).toBe(0)
    expect(forum.current.budgets.bytes.highest).toBeGreaterThan(long.content_html.length)
  })

  test('posts of usual length stand around a long one', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 9 }, () => ({})) })
    await makePost(forum, id, long)
    await makePost(forum, id)
    const { links, ...posts } = await postsOn(forum, `/d/${id}/9`)
    expect(numbersOf({ links, ...posts })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect([links.prev, links.next]).toEqual([undefined, undefined])
  })

  test('what a list includes stands on its page as an excerpt', async () => {
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
