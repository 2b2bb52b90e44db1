import {
  changePost,
  createTestForum,
  eachTestForum,
  makeDiscussion,
  makeUser,
  replyTo,
  setSettings,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { administrators } from '../../points/context/actor.ts'

/** The boot data of a page. */
function bootOf(page: string) {
  const [, json = '{}'] =
    /<script type="application\/json" id="parley-boot">(.*?)<\/script>/s.exec(page) ?? []
  return JSON.parse(json) as {
    apiRequest?: string
    apiDocument?: { data: { type: string; id: string } }
    session: { userId: number; csrfToken: string }
    build?: string
  }
}

test.each([
  ['/u/admin/', '/u/admin'],
  ['/d/1/?page=2', '/d/1?page=2'],
  ['/all//', '/all'],
  ['/forum/tags/', '/forum/tags', 'http://localhost/forum'],
  ['/forum/', undefined, 'http://localhost/forum'],
  ['/', undefined],
  ['//evil.example/', undefined],
  ['/\\\\evil.example/', undefined],
])('%s leads to %s', async (address, target, baseUrl = 'http://localhost') => {
  const forum = await createTestForum({ client: await pageClient(), baseUrl })
  const { status, headers } = await forum.guest().get(address)
  expect([status === 301, headers.location]).toEqual([target !== undefined, target])
})

/** Reads values of head elements: `meta('og:title')`, `link('canonical')`. */
function headOf(page: string) {
  const head = page.slice(0, page.indexOf('</head>'))
  const find = (pattern: string) => new RegExp(pattern).exec(head)?.[1]?.replaceAll('&amp;', '&')
  return {
    title: find('<title>([^<]*)</title>'),
    meta: (name: string) => find(`<meta (?:name|property)="${name}" content="([^"]*)">`),
    link: (rel: string) => find(`<link rel="${rel}"[^>]* href="([^"]*)">`),
    feeds: [...head.matchAll(/<link rel="alternate"[^>]* href="([^"]*)">/g)].map(([, href]) => href),
    structuredData: [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    ),
  }
}

/** Changes settings and puts them into effect. */
async function changeSettings(forum: TestForum, values: Parameters<typeof setSettings>[1]): Promise<void> {
  await setSettings(forum, values)
  await forum.current.reload()
}

/** Starts a discussion with replies, all by one author. */
async function discuss(
  forum: TestForum,
  user: { id: number } | number,
  { title = 'Hello', contents = ['Words'] }: { title?: string; contents?: string[] },
): Promise<{ id: string; postIds: string[] }> {
  const client = await forum.as(user)
  const [content, ...replies] = contents
  const { body } = await startDiscussion(client, { title, content })
  const postIds = [String(body.included?.find(({ type }) => type === 'posts')?.id)]
  for (const reply of replies)
    postIds.push((await replyTo(client, body.data.id, { content: reply })).body.data.id)
  return { id: body.data.id, postIds }
}

eachTestForum((open) => {
  const forumWithPages = async (options: Parameters<typeof open>[0] = {}) =>
    open({ client: await pageClient(), ...options })

  describe('the home page', () => {
    test('B278 holds no account’s data for guests', async () => {
      const forum = await forumWithPages()
      await discuss(forum, await makeUser(forum), {})
      const { status, text } = await forum.guest().get('/')
      expect(status).toBe(200)
      expect(text).not.toContain('preferences')
      expect(bootOf(text).session).toEqual({ userId: 0, csrfToken: '' })
    })

    test('B280 with the default route /all has the list’s document', async () => {
      const forum = await forumWithPages()
      const boot = bootOf((await forum.guest().get('/')).text)
      expect(boot.apiRequest).toMatch(/^\/discussions\?/)
      expect(boot.apiDocument).toHaveProperty('data')
    })

    test('B281 with a default route that does not exist, or is a form, is the list too', async () => {
      const forum = await forumWithPages()
      const forms = ['/login', '/register', '/composer']
      for (const route of ['/nowhere', 'nowhere', '', '/', '/api', '?', '/d', ...forms]) {
        await changeSettings(forum, { default_route: route })
        const { status, text } = await forum.guest().get('/')
        expect({ route, status, apiRequest: bootOf(text).apiRequest }).toEqual({
          route,
          status: 200,
          apiRequest: expect.stringMatching(/^\/discussions\?/),
        })
      }
    })

    test('with another default route shows the page of that route', async () => {
      const forum = await forumWithPages()
      const discussion = await discuss(forum, 1, { title: 'Read me first' })
      await changeSettings(forum, { default_route: `/d/${discussion.id}` })
      const { status, text } = await forum.guest().get('/')
      expect({ status, main: bootOf(text).apiDocument?.data }).toEqual({
        status: 200,
        main: expect.objectContaining({ type: 'discussions', id: String(discussion.id) }),
      })
      expect(headOf(text)).toMatchObject({ title: 'Test forum' })
      expect(headOf(text).link('canonical')).toBe(`http://localhost/d/${discussion.id}-read-me-first`)
      const list = headOf((await forum.guest().get('/all')).text)
      expect({ title: list.title, canonical: list.link('canonical') }).toEqual({
        title: 'All discussions - Test forum',
        canonical: 'http://localhost/all',
      })
    })
  })

  test('answers of the API name the version of the client that pages load', async () => {
    const forum = await forumWithPages()
    const { build } = bootOf((await forum.guest().get('/')).text)
    expect(build).toMatch(/^[0-9a-f]{12}$/)
    expect((await forum.guest().get('/api')).headers['x-client-build']).toBe(build)
    const apiOnly = await open()
    expect((await apiOnly.guest().get('/api')).headers['x-client-build']).toBeUndefined()
  })

  test('B283 the title of a discussion’s page is its title and the forum’s', async () => {
    const forum = await forumWithPages()
    await changeSettings(forum, { forum_title: 'Flarum' })
    const { id } = await makeDiscussion(forum, { title: 'Test Discussion' })
    expect(headOf((await forum.guest().get(`/d/${id}`)).text).title).toBe('Test Discussion - Flarum')
  })

  test('the head of a discussion’s page describes it, by URLs with the port', async () => {
    const forum = await forumWithPages({ baseUrl: 'http://localhost:8080' })
    await changeSettings(forum, { forum_description: 'A forum', logo_path: 'logo-x.png' })
    // The throttle does not apply to administrators.
    const user = await makeUser(forum, { username: 'ada', groupIds: [administrators] })
    const title = 'Is </script><b> "safe"?'
    const { id, postIds } = await discuss(forum, user, {
      title,
      contents: ['First *words* </script>', 'An answer', 'hiddenwords'],
    })
    await changePost(await forum.as(1), postIds[2] ?? '', { isHidden: true })
    const { text } = await forum.guest().get(`/d/${id}?page=1`)
    const head = headOf(text)
    const url = `http://localhost:8080/d/${id}-is-scriptb-safe`
    expect(head.link('canonical')).toBe(url)
    expect(head.meta('description')).toBe('First words &lt;/script&gt;')
    const openGraph = ['type', 'site_name', 'url', 'image', 'title'].map((name) => [
      name,
      head.meta(`og:${name}`),
    ])
    expect(Object.fromEntries(openGraph)).toEqual({
      type: 'article',
      site_name: 'Test forum',
      url,
      image: 'http://localhost:8080/assets/logo-x.png',
      title: 'Is &lt;/script&gt;&lt;b&gt; &quot;safe&quot;?',
    })
    expect(head.feeds).toEqual(['http://localhost:8080/atom', `http://localhost:8080/atom/d/${id}`])
    expect(head.structuredData).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@type': 'DiscussionForumPosting',
        headline: title,
        url,
        text: 'First words </script>',
        author: { name: 'ada', url: 'http://localhost:8080/u/ada' },
      },
      { '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { position: 2, name: title }] },
    ])
    expect(text).not.toContain('hiddenwords')
  })

  test('no head contains words of a hidden first post, not even for actors who may read it', async () => {
    const forum = await forumWithPages()
    const { id, postIds } = await discuss(forum, 1, { contents: ['hiddenwords', 'An answer'] })
    await changePost(await forum.as(1), postIds[0] ?? '', { isHidden: true })
    const guest = (await forum.guest().get(`/d/${id}`)).text
    expect(guest).not.toContain('hiddenwords')
    expect(headOf(guest).structuredData.map((item) => item['@type'])).toEqual(['BreadcrumbList'])
    const browser = forum.browser()
    await browser.get('/api')
    await browser.post('/login', { identification: 'admin', password: 'password' })
    const own = (await browser.get(`/d/${id}`)).text
    expect(own.slice(0, own.indexOf('</head>'))).not.toContain('hiddenwords')
  })

  test('the pages of a list are linked by prev and next', async () => {
    const forum = await forumWithPages()
    for (let number = 0; number < 21; number++) await makeDiscussion(forum)
    const first = headOf((await forum.guest().get('/')).text)
    expect({ prev: first.link('prev'), next: first.link('next') }).toEqual({
      prev: undefined,
      next: 'http://localhost/?page=2',
    })
    const second = headOf((await forum.guest().get('/?page=2')).text)
    expect({ prev: second.link('prev'), next: second.link('next'), title: second.title }).toEqual({
      prev: 'http://localhost/',
      next: undefined,
      title: 'Test forum',
    })
  })

  test('the head of a user’s page describes the user; with indexProfile off search engines are excluded', async () => {
    const forum = await forumWithPages()
    const shown = await makeUser(forum, { username: 'ada', avatar_url: 'x.png' })
    const { text } = await forum.guest().get('/u/ada')
    const head = headOf(text)
    expect({
      type: head.meta('og:type'),
      image: head.meta('og:image'),
      robots: head.meta('robots'),
    }).toEqual({ type: 'profile', image: 'http://localhost/assets/avatars/x.png', robots: undefined })
    expect(head.structuredData).toMatchObject([{ '@type': 'ProfilePage', mainEntity: { name: 'ada' } }])
    expect(head.feeds).toContain('http://localhost/atom/u/ada')
    const attributes = { preferences: { indexProfile: false } }
    await (await forum.as(shown)).patch(`/api/users/${shown.id}`, { data: { attributes } })
    expect(headOf((await forum.guest().get('/u/ada')).text).meta('robots')).toBe('noindex')
  })

  test('every path that clients know has a page or a redirect, others are 404', async () => {
    const forum = await forumWithPages()
    const { id } = await makeDiscussion(forum, { title: 'Hello' })
    await makeUser(forum, { username: 'ada' })
    const found = ['/', '/all', `/d/${id}`, `/d/${id}-hello`, `/d/${id}-x/1`, '/u/ada', '/u/ADA']
    for (const path of [...found, '/u/ada/discussions', '/u/ada/anything']) {
      expect({ path, status: (await forum.guest().get(path)).status }).toEqual({ path, status: 200 })
    }
    const security = await forum.guest().get('/u/ada/security')
    expect({ status: security.status, location: security.headers.location }).toEqual({
      status: 302,
      location: 'http://localhost/',
    })
    for (const path of ['/d/999', '/d/x', '/u/nobody', '/u/nobody/likes', '/u/ada/a/b', '/nothing']) {
      const { status, headers } = await forum.guest().get(path)
      expect({ path, status, type: headers['content-type'] }).toEqual({
        path,
        status: 404,
        type: 'text/html; charset=utf-8',
      })
    }
  })

  test('what the server writes itself stands in the frame of the client, without the bare status', async () => {
    const forum = await forumWithPages()
    for (const [path, status, title] of [
      ['/forgot', 200, 'Forgot your password?'],
      ['/confirm/expired', 403, 'This link no longer works'],
      ['/reset/unknown', 404, 'Page not found'],
      ['/unsubscribe/unknown', 404, 'Page not found'],
    ] as const) {
      const page = await forum.guest().get(path)
      expect({ path, status: page.status, title: headOf(page.text).title }).toEqual({
        path,
        status,
        title: `${title} - Test forum`,
      })
      expect(page.text).toContain('role="combobox"')
      expect(page.text).toContain('<footer')
      expect(page.text).toContain(`<h1>${title}</h1>`)
      expect(page.text.replace(/<script.*/s, '')).not.toContain(`${status}<`)
      expect(bootOf(page.text).session.userId).toBe(0)
    }
  })

  test('a form that was posted with an outdated token stands in the frame, with a token that is accepted', async () => {
    const forum = await forumWithPages()
    const browser = forum.browser()
    const refused = await browser.postForm('/forgot', { email: 'a@example.org', csrfToken: 'outdated' })
    expect({ status: refused.status, title: headOf(refused.text).title }).toEqual({
      status: 400,
      title: 'Something went wrong - Test forum',
    })
    const { csrfToken } = bootOf(refused.text).session
    const accepted = await browser.postForm('/forgot', { email: 'a@example.org', csrfToken })
    expect(accepted.status).toBe(303)
  })

  test('pages for members are 401 for guests, on an error page that links to the login', async () => {
    const forum = await forumWithPages()
    for (const path of ['/settings', '/notifications', '/settings?x=1']) {
      const { status, text, headers } = await forum.guest().get(path)
      expect({ path, status, type: headers['content-type'] }).toEqual({
        path,
        status: 401,
        type: 'text/html; charset=utf-8',
      })
      expect(text).toContain(`href="/login?${new URLSearchParams({ return: path })}"`)
      expect(text).toContain('Log in to continue')
    }
  })

  test('a forum that guests may not view reveals nothing on its pages', async () => {
    const forum = await forumWithPages()
    const { id } = await discuss(forum, 1, { title: 'Secret title', contents: ['secretwords'] })
    await makeUser(forum, { username: 'ada' })
    await forum.current.database.transaction((db) =>
      db.deleteFrom('group_permission').where('permission', '=', 'viewForum').execute(),
    )
    await forum.current.reload()
    for (const path of ['/', '/all', `/d/${id}`, '/u/ada']) {
      const { text } = await forum.guest().get(path)
      expect(text).not.toMatch(/Secret title|secretwords|ld\+json|atom\+xml/)
    }
  })

  describe('cached guests’ pages', () => {
    test('show a new avatar, a new logo and a changed first post at once', async () => {
      const forum = await forumWithPages()
      const user = await makeUser(forum, { username: 'ada' })
      const { id, postIds } = await discuss(forum, user, { contents: ['Before'] })
      const page = async () => headOf((await forum.guest().get(`/d/${id}`)).text)
      expect((await page()).meta('description')).toBe('Before')
      await changePost(await forum.as(1), postIds[0] ?? '', { content: 'After' })
      expect((await page()).meta('description')).toBe('After')
      const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      const bytes = new Uint8Array(await picture.png().toBuffer())
      const form = (field: string) => {
        const data = new FormData()
        data.set(field, new Blob([bytes], { type: 'image/png' }), 'a.png')
        return data
      }
      await (await forum.as(user)).postFiles(`/api/users/${user.id}/avatar`, form('avatar'))
      expect((await forum.guest().get(`/d/${id}`)).text).toMatch(
        /assets.{1,7}avatars.{1,7}[A-Za-z0-9]{16}\.png/,
      )
      await (await forum.as(1)).postFiles('/api/logo', form('logo'))
      expect((await page()).meta('og:image')).toMatch(/\/assets\/logo-[a-z0-9]{8}\.png$/)
      const attributes = { preferences: { indexProfile: false } }
      await forum.guest().get('/u/ada')
      await (await forum.as(user)).patch(`/api/users/${user.id}`, { data: { attributes } })
      expect(headOf((await forum.guest().get('/u/ada')).text).meta('robots')).toBe('noindex')
    })
  })
})
