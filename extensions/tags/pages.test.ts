import {
  admin,
  createTestForum,
  makeDiscussion,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import tagsClient from './client.tsx'
import { putTags, storeTags, tagsOf } from './server/stored-tags.ts'

const extension = await readExtension(import.meta.dirname)

/** A forum with pages, and the tags 1 to 6; 4 is restricted, 3 a child of 2. */
async function open(): Promise<TestForum> {
  const forum = await createTestForum({
    extensions: [extension],
    client: await pageClient({ tags: tagsClient }),
  })
  await storeTags(forum, [
    { id: 2, name: 'Trains <b>', slug: 'trains', position: 1, description: 'By rail.', color: '#5b4fc7' },
    { id: 3, name: 'Sleepers', slug: 'sleepers', position: 0, parent_id: 2, default_sort: 'oldest' },
    { id: 4, name: 'Staff', slug: 'staff', position: 2, is_restricted: true, default_sort: 'top' },
    { id: 5, name: '駅', slug: '駅' },
    { id: 6, name: 'Bikes', slug: 'Bikes' },
  ])
  return forum
}

/** Stores a discussion with tags. */
async function discuss(forum: TestForum, title: string, tagIds: number[]) {
  const discussion = await makeDiscussion(forum, { title, slug: 'a' })
  await putTags(forum, discussion, tagIds)
  return discussion
}

/** A page as a guest gets it: its head, its words and its links. */
async function visit(forum: TestForum, path: string) {
  const { status, text } = await forum.guest().get(path)
  const [head = '', body = ''] = text.split('</head>')
  const html = body.slice(0, body.indexOf('<script type="application/json"')).replaceAll('<!-- -->', '')
  const [, boot = '{}'] = /id="parley-boot">(.*?)<\/script>/s.exec(text) ?? []
  const find = (pattern: RegExp) => pattern.exec(head)?.[1]
  return {
    status,
    html,
    main: html.slice(html.indexOf('<main')),
    title: find(/<title>([^<]*)</),
    description: find(/<meta name="description" content="([^"]*)">/),
    canonical: find(/<link rel="canonical" href="([^"]*)">/),
    apiRequest: (JSON.parse(boot) as { apiRequest?: string }).apiRequest,
  }
}

test('the page of all tags has tiles of the primary tags, their children and their latest discussions', async () => {
  const forum = await open()
  const { id } = await discuss(forum, 'Paris–Berlin by night', [2, 3])
  await discuss(forum, 'Secret', [4])
  const { status, main, title, description, canonical } = await visit(forum, '/tags')
  expect({ status, title, description, canonical }).toEqual({
    status: 200,
    title: 'Tags - Test forum',
    description: 'All tags of the forum, with their latest discussions.',
    canonical: 'http://localhost/tags',
  })
  const tile = /<section class="TagTile"[^>]*aria-labelledby="tag-2".*?<\/section>/s.exec(main)?.[0]
  expect(tile).toContain('<a href="/t/trains"><bdi>Trains &lt;b&gt;</bdi></a>')
  expect(tile).toContain('<p>1 discussion</p>')
  expect(tile).toContain('<p><bdi>By rail.</bdi></p>')
  expect(tile).toContain('href="/t/sleepers"')
  expect(tile).toMatch(new RegExp(`href="/d/${id}-a"><bdi>Paris–Berlin by night</bdi></a> .*<time`))
  expect(main.match(/<ul class="TagCloud">.*?<\/ul>/s)?.[0].match(/<bdi>.*?<\/bdi>/g)).toEqual([
    '<bdi>駅</bdi>',
    '<bdi>Bikes</bdi>',
  ])
  expect(main).not.toMatch(/Staff|Secret|Untagged/)
})

test('a forum without tags says so', async () => {
  const forum = await open()
  const admin = await forum.as(1)
  for (const id of [1, 2, 3, 4, 5, 6]) await admin.delete(`/api/tags/${id}`)
  expect((await visit(forum, '/tags')).main).toContain('No tags here yet.')
})

test('what has no tags is listed where discussions may have none', async () => {
  const forum = await open()
  await discuss(forum, 'Bare', [])
  await discuss(forum, 'Tagged', [1])
  await setSettings(forum, { 'flarum-tags.min_primary_tags': '0' })
  await forum.current.reload()
  expect((await visit(forum, '/tags')).main).toContain('href="/t/untagged">Untagged</a>')
  const { status, main, title } = await visit(forum, '/t/untagged')
  expect({ status, title }).toEqual({ status: 200, title: 'Untagged - Test forum' })
  expect(main).toContain('Bare')
  expect(main).not.toContain('Tagged')
})

test('as the home page it is at the root, and the list of discussions has its own address', async () => {
  const forum = await open()
  await setSettings(forum, { default_route: '/tags' })
  await forum.current.reload()
  const home = await visit(forum, '/')
  expect(home).toMatchObject({ status: 200, title: 'Test forum', canonical: 'http://localhost/' })
  expect(home.main).toContain('TagTile')
  expect(home.main).toMatch(/href="\/all"[^>]*>.*?href="\/" aria-current="page"/s)
  expect((await visit(forum, '/tags')).canonical).toBe('http://localhost/')
})

test('the page of a tag has its name, its description, its children and its discussions', async () => {
  const forum = await open()
  await discuss(forum, 'Paris–Berlin by night', [2, 3])
  await discuss(forum, 'By bike', [1, 6])
  const { status, main, title, description } = await visit(forum, '/t/trains')
  expect({ status, title, description }).toEqual({
    status: 200,
    title: 'Trains &lt;b&gt; - Test forum',
    description: 'By rail.',
  })
  expect(main.match(/<h1>.*?<\/h1>/g)).toEqual(['<h1><bdi>Trains &lt;b&gt;</bdi></h1>'])
  expect(main).toContain('style="--own:#5b4fc7"')
  expect(main).toMatch(/<nav class="TagLabels" aria-label="Tags in Trains &lt;b&gt;">.*Sleepers.*<\/nav>/s)
  expect(main).toContain('Paris–Berlin by night')
  expect(main).not.toContain('By bike')
})

test('the list of a tag does not repeat the tag in its rows', async () => {
  const forum = await open()
  await discuss(forum, 'Paris–Berlin by night', [2, 3])
  const labels = async (path: string) => {
    const [row = ''] = /<li class="DiscussionRow.*?<\/li>/s.exec((await visit(forum, path)).main) ?? []
    return [...row.matchAll(/class="TagLabel[^>]*href="([^"]*)"|href="([^"]*)"[^>]*class="TagLabel/g)].map(
      ([, before, after]) => before ?? after,
    )
  }
  expect(await labels('/')).toEqual(['/t/trains', '/t/sleepers'])
  expect(await labels('/t/trains')).toEqual(['/t/sleepers'])
  expect(await labels('/t/sleepers')).toEqual(['/t/trains'])
})

test('the page of a tag has its image, which may be fitted or repeated', async () => {
  const forum = await open()
  const admin = await forum.as(1)
  const imageWith = async (attributes: object) => {
    await admin.patch('/api/tags/2', { data: { attributes } })
    return /<div class="(TagHero-background[^"]*)" style="([^"]*)">/.exec(
      (await visit(forum, '/t/trains')).main,
    )
  }
  expect(await imageWith({})).toBeNull()
  expect((await imageWith({ backgroundUrl: '/files/rail.jpg' }))?.slice(1)).toEqual([
    'TagHero-background',
    'background-image:url(&quot;/files/rail.jpg&quot;)',
  ])
  expect((await imageWith({ backgroundMode: 'repeat' }))?.[1]).toBe('TagHero-background is-repeated')
  expect((await imageWith({ backgroundMode: 'contain' }))?.[1]).toBe('TagHero-background is-contained')
})

test('the page of a tag is found by its slug in any case and every script', async () => {
  const forum = await open()
  for (const path of ['/t/TRAINS', '/t/bikes', '/t/駅', `/t/${encodeURIComponent('駅')}`])
    expect((await visit(forum, path)).status, path).toBe(200)
  expect((await visit(forum, '/t/bikes')).description).toBe('The latest discussions with the tag Bikes.')
})

test('the page of a tag names its feed, which has what guests may see of the tag', async () => {
  const forum = await open()
  await discuss(forum, 'Paris–Berlin by night', [2, 3])
  await discuss(forum, 'For the staff', [2, 4])
  await discuss(forum, 'By bike', [1, 6])
  const { text } = await forum.guest().get('/t/trains')
  expect(text).toContain('title="Trains &lt;b&gt;" href="http://localhost/atom/t/trains"')
  const feed = await forum.guest().get('/atom/t/TRAINS')
  expect(feed.text.match(/<title>.*?<\/title>/g)).toEqual([
    '<title>Trains &lt;b&gt;</title>',
    '<title>Paris–Berlin by night</title>',
  ])
  expect(feed.text).toContain('http://localhost/t/trains')
  for (const slug of ['staff', 'nothing', 'untagged'])
    expect((await forum.guest().get(`/atom/t/${slug}`)).status, slug).toBe(404)
  const bare = await createTestForum({ extensions: [] })
  expect((await bare.guest().get('/atom/t/general')).status).toBe(404)
})

test('the page of a tag that guests may not see names no feed', async () => {
  const forum = await open()
  const browser = await forum.browserOf(admin)
  const feeds = async (slug: string) => {
    const { status, text } = await browser.get(`/t/${slug}`)
    return {
      status,
      feeds: [...text.matchAll(/atom\+xml"[^>]*href="http:\/\/localhost([^"]*)"/g)].map(([, path]) => path),
    }
  }
  expect(await feeds('trains')).toEqual({ status: 200, feeds: ['/atom', '/atom/t/trains'] })
  expect(await feeds('駅')).toEqual({ status: 200, feeds: ['/atom', `/atom/t/${encodeURIComponent('駅')}`] })
  expect(await feeds('staff')).toEqual({ status: 200, feeds: ['/atom'] })
})

test('the page of a tag that is not visible, or not there, is not found', async () => {
  const forum = await open()
  for (const path of ['/t/staff', '/t/nothing', '/t/trains%2Cbikes'])
    expect((await visit(forum, path)).status, path).toBe(404)
})

test('the list of a tag begins in the order of the tag, which the reader may change', async () => {
  const forum = await open()
  const sortOf = async (path: string) =>
    /[?&]sort=([^&]*)/.exec((await visit(forum, path)).apiRequest ?? '')?.[1]
  expect(await sortOf('/t/sleepers')).toBe('createdAt')
  expect(await sortOf('/t/Sleepers?sort=top')).toBe('-commentCount')
  expect(await sortOf('/t/trains')).toBeUndefined()
  const { attributes } = (await forum.guest().get('/api')).body.data
  expect(attributes.tagSorts).toEqual({ sleepers: 'oldest' })
})

test('a discussion has the color of its first tag that has one, and says which tags it got and lost', async () => {
  const forum = await open()
  const { id } = await discuss(forum, 'Paris–Berlin by night', [1, 2, 5])
  const admin = await forum.as(1)
  const move = (ids: number[]) =>
    admin.patch(`/api/discussions/${id}`, { data: { relationships: tagsOf(ids) } })
  expect((await move([2, 6])).status).toBe(200)
  await admin.delete('/api/tags/5')
  const { main } = await visit(forum, `/d/${id}`)
  expect(main).toMatch(/<header class="DiscussionHero has-color" style="--own:#5b4fc7">/)
  const [event = ''] = /<article[^>]*EventPost.*?<\/article>/s.exec(main) ?? []
  expect(event.replaceAll(/<[^>]*>/g, '')).toMatch(
    /^admin added the tag Bikes and removed the tags General \[deleted\] /,
  )
})

test('posts outside of their discussion have the labels of its tags', async () => {
  const forum = await open()
  const { id: user_id } = await makeUser(forum, { username: 'ann' })
  const discussion = await makeDiscussion(forum, { user_id, title: 'Paris–Berlin', slug: 'a' })
  await putTags(forum, discussion, [2, 3])
  const { main } = await visit(forum, '/u/ann')
  expect(main.match(/class="TagLabel"[^>]*><bdi>[^<]*/g)?.map((label) => label.split('<bdi>')[1])).toEqual([
    'Trains &lt;b&gt;',
    'Sleepers',
  ])
})

test('the form without scripts has the tags that one may choose, and keeps those of a refused text', async () => {
  const forum = await open()
  await setSettings(forum, { 'flarum-tags.max_secondary_tags': '1' })
  const member = await forum.browserOf(await makeUser(forum))
  const post = (title: string, ...ids: number[]) =>
    member.postForm('/composer', {
      ...{ title, content: 'Rails in winter.', csrfToken: member.csrfToken },
      ...Object.fromEntries(ids.map((id, index) => [`tags[${index}]`, String(id)])),
    })
  const boxesIn = (html: string) =>
    [...html.matchAll(/<input[^>]*name="tags\[\]"[^>]*>/g)].map(([box]) => ({
      id: /value="(\d+)"/.exec(box)?.[1],
      isChecked: box.includes('checked'),
    }))
  const shown = boxesIn((await member.get('/composer')).text)
  expect(shown.map(({ id }) => id)).toEqual(['1', '2', '5', '6'])
  const refused = await post('Too many', 2, 5, 6)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Choose 0 to 1 secondary tags.')
  expect(boxesIn(refused.text).flatMap(({ id, isChecked }) => (isChecked ? [id] : []))).toEqual([
    '2',
    '5',
    '6',
  ])
  expect((await post('By rail', 2, 5)).status).toBe(303)
  const { body } = await forum.guest().get('/api/discussions')
  expect(body.data[0]?.relationships?.tags?.data).toEqual([
    { type: 'tags', id: '2' },
    { type: 'tags', id: '5' },
  ])
})
