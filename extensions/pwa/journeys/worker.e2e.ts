import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { cacheNames, controlled, keptBy, keptTexts } from './worker.ts'

test.use({ serviceWorkers: 'allow', forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('without a connection there is a page that says so, and opens the forum again on its own', {
  tag: '@tablet',
}, async ({ page, on, forum, watch, picture }) => {
  watch.expect(/ERR_/)
  const { id, title } = await makeDiscussion(forum, { title: 'The ferry timetable' })
  await on.index.goto()
  await controlled(page)
  await forum.restart(async () => {
    await page.goto(`/d/${id}`)
    await expect(page).toHaveTitle(/^You’re offline/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    await expectAccessible(page)
    await picture('offline-page')
  })
  await expect(on.discussion.title).toHaveText(title)
})

test('what the browser keeps is the same for all, also after a member has logged out', async ({
  page,
  on,
  forum,
  makePerson,
  logIn,
  forgetSession,
}) => {
  const { id } = await makeDiscussion(forum, { title: 'Words of a quiet room' })
  const person = await makePerson('zacharias')
  await logIn(person)
  await on.discussion.goto(id)
  await controlled(page)
  await page.goto('/settings')
  await expect.poll(async () => Object.values(await keptBy(page)).flat().length).toBeGreaterThan(50)
  await forgetSession()
  await on.index.goto()
  const kept = await keptBy(page)
  expect(Object.keys(kept)).toEqual([expect.stringMatching(/^parley \/ [0-9a-f]{12}$/)])
  const others = Object.values(kept)
    .flat()
    .filter((path) => !/^\/assets\/[\w.-]+-[\w-]{7,8}\.(js|css)$/.test(path))
  expect(others).toEqual(['/offline'])
  const texts = await keptTexts(page)
  expect(texts).toContain('You’re offline')
  for (const secret of ['Words of a quiet room', person.username, person.email])
    expect(texts).not.toContain(secret)
})

test('a disabled extension takes its worker and what it kept from browsers', { tag: '@long' }, async ({
  page,
  context,
  on,
  forum,
  picture,
}) => {
  await on.index.goto()
  await controlled(page)
  const open = await context.newPage()
  await open.goto('/all')
  await controlled(open)
  await forum.run('extension:disable', 'pwa')
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  // Browsers ask for the worker a while after a page has loaded.
  await expect
    .poll(
      async () => {
        await page.goto('/all')
        return [await registrations(), await cacheNames(page)]
      },
      { intervals: [1000, 2000, 4000] },
    )
    .toEqual([0, []])
  expect((await page.request.get('/sw')).status()).toBe(404)
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0)
  await picture('without-app')

  // The browser still has the removed worker for the open page, and gives it back.
  await forum.run('extension:enable', 'pwa')
  await expect
    .poll(
      async () => {
        await page.goto('/all')
        return Object.values(await keptBy(page)).flat()
      },
      { intervals: [1000, 2000, 4000] },
    )
    .toContain('/offline')
})

test('a forum that is viewed as another member has no worker', async ({ page, makePerson, logIn }) => {
  const person = await makePerson('noor')
  await logIn({ id: 1 })
  await page.goto('/all')
  const { id } = person
  const url = await page.evaluate(async (userId) => {
    const boot = JSON.parse(document.getElementById('parley-boot')?.textContent ?? '{}')
    const answer = await fetch('/api/admin/view-as', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': boot.session.csrfToken },
      body: JSON.stringify({ kind: 'user', id: userId }),
    })
    return (await answer.json()).url as string
  }, id)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  )
  expect(scopes.filter((scope) => scope !== '/')).toEqual([])
})

test('an update of the forum leaves open pages their code, and goes with the last of them', {
  tag: '@long',
}, async ({ page, context, on, forum, makePerson, logIn, watch }) => {
  watch.expect(/ERR_/, /WebSocket/)
  const { id } = await makeDiscussion(forum, { title: 'Before the update' })
  await logIn(await makePerson('ada'))
  await on.discussion.goto(id)
  await controlled(page)
  const chunks = () =>
    page.evaluate(async () => performance.getEntriesByType('resource').map(({ name }) => name))
  expect((await chunks()).filter((name) => name.includes('/ComposerView-'))).toEqual([])
  const composer = async () =>
    Object.values(await keptBy(page))
      .flat()
      .filter((path) => path.startsWith('/assets/ComposerView-'))
  await expect.poll(async () => (await composer()).length).toBe(1)
  const [before = ''] = await cacheNames(page)

  // Another set of extensions is another version of the client.
  await forum.run('extension:disable', 'copy-links')
  const other = await context.newPage()
  await expect
    .poll(async () => {
      await other.goto('/all')
      return await cacheNames(other)
    })
    .toHaveLength(2)
  await forum.restart(async () => {
    await on.discussion.replyLink.click()
    await expect(on.composer.text).toBeVisible()
  })

  await page.goto('about:blank')
  await other.goto('about:blank')
  await expect
    .poll(async () => {
      await page.goto('/all')
      return await cacheNames(page)
    })
    .toEqual([expect.not.stringContaining(before)])
  await forum.run('extension:enable', 'copy-links')
})
