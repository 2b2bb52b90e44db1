import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { makePage, send } from './make-page.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const filler = 'The river rises in spring.\n\n'.repeat(60)
const content = `# What we ask\n\nRead the [index](/all).\n\n${filler}# What is not allowed\n\nAdvertising.\n\n${filler}`

test('a page is found in the navigation and the footer, and its headings are places', {
  tag: '@phone',
}, async ({ page, forum, isPhone, picture }) => {
  const title = `Rules ${test.info().project.name}`
  const slug = `rules-${test.info().project.name}`
  const id = await makePage(forum, { title, slug, content, isInNavigation: true, isInFooter: true })
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/p/${id}-${slug}`)
  await expect(page).toHaveTitle(new RegExp(`^${title} - `))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('page')

  const place = page.getByRole('heading', { name: 'What is not allowed' })
  await place.getByRole('link').click()
  await expect(page).toHaveURL(/#section-what-is-not-allowed$/)
  await expect(place).toBeInViewport()
  await page.getByRole('main').getByRole('link', { name: 'index' }).click()
  await expect(page).toHaveURL('/all')
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  await page.goBack()
  await expect(place).toBeInViewport()

  await page.goto(`/p/${id}#section-what-is-not-allowed`)
  await expect(place).toBeInViewport()
  if (isPhone) await page.getByRole('button', { name: 'Navigation' }).first().click()
  const link = page.getByRole('navigation').getByRole('link', { name: title }).first()
  await expect(link).toHaveAttribute('aria-current', 'page')
})

test('a hidden page is there for administrators alone, who see that and edit it', async ({
  page,
  forum,
  logIn,
  makePerson,
  watch,
}) => {
  watch.expect(/status 404/)
  const id = await makePage(forum, { title: 'Plans', slug: 'plans', isHidden: true, isInFooter: true })
  await page.goto(`/p/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/found/)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Plans' })).toBeHidden()
  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
  await page.goto('/p/plans')
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Hidden')).toBeAttached()
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`/admin/pages/${id}`)
  await expect(page.getByLabel('Title')).toHaveValue('Plans')
})

test('HTML of administrators is shown without what could run', async ({ page, forum }) => {
  const html =
    '<h2>Boats</h2><script>window.hasRun = true</script><b onclick="hasRun = true">Ring</b><div><i>open'
  const id = await makePage(forum, { title: 'Boats', slug: 'boats', content: html, isHtml: true })
  await page.goto(`/p/${id}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Boats' })).toBeVisible()
  await page.getByText('Ring').click()
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('a page as the home page has the address of the forum', async ({ page, forum }) => {
  const id = await makePage(forum, { title: 'Welcome', slug: 'welcome', isInNavigation: true })
  await send(forum, 'POST', '/settings', { pages_home: id, default_route: '/pages/home' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${forum.url}/`)
  const link = page.getByRole('navigation').getByRole('link', { name: 'Welcome' }).first()
  await expect(link).toHaveAttribute('href', '/')
  await expect(link).toHaveAttribute('aria-current', 'page')
  await send(forum, 'DELETE', `/pages/${id}`)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Welcome')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a page is read without scripts', { tag: '@tablet' }, async ({ page, forum, watch }) => {
    // Chromium reports scripts that are blocked because JavaScript is disabled.
    watch.expect(/^request: GET .*\.js csp$/)
    const name = test.info().project.name
    const id = await makePage(forum, { title: 'Imprint', slug: `imprint-${name}`, content, isInFooter: true })
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).last().click()
    await expect(page).toHaveURL(`/p/${id}-imprint-${name}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
    await page.getByRole('heading', { name: 'What is not allowed' }).getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'What is not allowed' })).toBeInViewport()
  })
})
