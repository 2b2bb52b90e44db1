import { test as base, expect, oncePerForum } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { makeTags, type TagWriter } from './journeys/sample-tags.ts'

const tagsIn = oncePerForum(makeTags)

/** A forum with tags. */
const test = base.extend<{ tags: TagWriter }>({
  tags: async ({ forum }, use) => use(await tagsIn(forum)),
})
// A test changes settings.
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('all tags are on one page, with their children and their latest discussions', {
  tag: '@tablet',
}, async ({ page, on, tags, forum, context, picture }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const title = 'Paris–Berlin by night: the couchette in winter, a running log'
  await tags.startIn(title, ['night-trains', 'sleepers'])
  await tags.startIn('مقعد في محطة القاهرة', ['محطات', 'europe'])
  await page.goto('/tags')
  const tile = page.getByRole('region', { name: 'Night trains' })
  await expect(tile).toContainText('Sleepers, couchettes and seats that pretend to recline')
  await expect(tile.locator('.TagLabel')).toHaveText(['Sleepers', 'Couchettes'])
  await expect(tile.getByRole('link', { name: title })).toBeVisible()
  await expect(page.locator('.TagCloud .TagLabel')).toHaveText(['Europe', 'Asia', 'Bikes', 'Accessibility'])
  await expect(page.getByRole('region', { name: 'Staff room' })).toHaveCount(0)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('tags-page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('tags-page-dark')
  await page.emulateMedia({ colorScheme: null })
  await context.addCookies([{ name: 'locale', value: 'ar', url: forum.url }])
  await page.goto('/tags')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await picture('tags-page-arabic')
  await page.goto('/t/night-trains')
  await picture('tag-page-arabic')
  await context.clearCookies()

  await page.goto('/tags')
  await tile.getByRole('link', { name: title }).click()
  await expect(on.discussion.title).toHaveText(title)
})

test('while the tags load, their outline stands for them', { tag: '@long' }, async ({
  page,
  on,
  tags,
  isPhone,
  picture,
}) => {
  await tags.startIn('A slow train', ['routes'])
  await on.index.goto()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/tags?**', async (route) => {
    await answer.promise
    await route.continue()
  })
  if (isPhone) await on.header.openDrawer()
  await page.getByRole('link', { name: 'Tags', exact: true }).filter({ visible: true }).first().click()
  await expect(page.locator('.TagTile .Skeleton').first()).toBeVisible()
  await picture('tags-page-loading')
  answer.resolve()
  await expect(page.getByRole('region', { name: 'Routes & trips' })).toContainText('A slow train')
})

test('the page of all tags may be the home page', async ({ page, on, tags, isPhone }) => {
  await tags.startIn('By rail', ['routes'])
  await tags.set('default_route', '/tags')
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Tags')
  await expectAccessible(page)
  if (isPhone) await on.header.openDrawer()
  await page.getByRole('link', { name: 'All discussions' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/all$/)
  await expect(on.index.row('By rail')).toBeVisible()
})
