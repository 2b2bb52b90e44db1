import { test as base, expect, oncePerForum } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { makeTags, type TagWriter } from './journeys/sample-tags.ts'

const tagsIn = oncePerForum(makeTags)

/** A forum with tags. */
const test = base.extend<{ tags: TagWriter }>({
  tags: async ({ forum }, use) => use(await tagsIn(forum)),
})
// Tags are in the navigation of every page.
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('labels lead from a row to the page of a tag, and from there to its children and back', {
  tag: ['@phone', '@tablet'],
}, async ({ page, on, tags, picture }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const title = 'Paris–Berlin by night'
  await tags.startIn(title, ['night-trains', 'sleepers', 'europe'])
  await tags.startIn('Vienna–Rome, and back', ['night-trains'])
  await on.index.goto()
  const row = on.index.row(title)
  await expect(row.locator('.TagLabel')).toHaveText(['Night trains', 'Sleepers', 'Europe'])
  await expectAccessible(page)
  await picture('tags-index')
  await row.getByRole('link', { name: 'Night trains' }).click()
  await expect(page).toHaveURL(/\/t\/night-trains$/)
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Night trains')
  await expect(page).toHaveTitle(/^Night trains - /)
  await expect(page.getByText('Sleepers, couchettes and seats')).toBeVisible()
  const list = page.getByRole('list', { name: 'Night trains' })
  await expect(list.getByRole('heading')).toHaveText(['Vienna–Rome, and back', title])
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('tag-page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('tag-page-dark')
  await page.emulateMedia({ colorScheme: null })

  await page.getByRole('navigation', { name: 'Tags in Night trains' }).getByText('Sleepers').click()
  await expect(heading).toHaveText('Sleepers')
  await expect(on.index.sort.button).toContainText('Oldest')
  await expect(page.getByRole('list', { name: 'Sleepers' }).getByRole('heading')).toHaveText([title])
  await expectAccessible(page)
  await picture('tag-page-child')
  await page.locator('.TagHero').getByRole('link', { name: 'Back to tags' }).click()
  await expect(heading).toHaveText('Tags')
})

test('a list of a tag is refreshed in place, and begins in the order of the tag', async ({
  page,
  on,
  tags,
}) => {
  await tags.startIn('First', ['night-trains', 'couchettes'])
  await page.goto('/t/couchettes')
  const titles = page.getByRole('list', { name: 'Couchettes' }).getByRole('heading')
  await expect(titles).toHaveText(['First'])
  await tags.startIn('Second', ['night-trains', 'couchettes'])
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(titles).toHaveText(['Second', 'First'])
  await on.index.sort.open()
  await page.getByRole('menuitemradio', { name: 'Oldest' }).click()
  await expect(page).toHaveURL(/\/t\/couchettes\?sort=oldest$/)
  await expect(titles).toHaveText(['First', 'Second'])
})

test('members see where they may start a discussion, and where not', async ({
  page,
  on,
  tags,
  makePerson,
  logIn,
  picture,
}) => {
  await tags.grantIn('staff', 'viewForum')
  await logIn(await makePerson('passenger'))
  await page.goto('/t/routes')
  await expect(page.getByText('No discussions here yet. Start one.')).toBeVisible()
  await expect(on.index.startLink).toBeVisible()
  await picture('tag-page-empty')
  await page.goto('/t/staff')
  await expect(page.getByText('You don’t have permission to start a discussion.')).toHaveCount(2)
  await expect(on.index.startLink).toHaveCount(0)
  await expectAccessible(page)
  await picture('tag-page-cannot-start')
})

test('a tag that is not there, or not visible, is not found', async ({ page, tags, watch }) => {
  watch.expect(/status 404/)
  await tags.startIn('Rota', ['staff'])
  for (const path of ['/t/steam', '/t/staff']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('main')).not.toContainText('Rota')
  }
  await expectAccessible(page)
})

test('a discussion has the color of its first tag, and says which tags it got and lost', async ({
  page,
  on,
  tags,
  picture,
}) => {
  const id = await tags.startIn('Where to sleep in Vienna', ['night-trains', 'asia', 'accessibility'])
  await tags.retag(id, ['night-trains', 'europe', 'bikes'])
  await tags.deleteTag('accessibility')
  await on.discussion.goto(Number(id))
  const hero = page.locator('.DiscussionHero')
  await expect(hero).toHaveClass(/has-color/)
  await expect(hero.locator('.TagLabel')).toHaveText(['Night trains', 'Europe', 'Bikes'])
  const event = page.locator('.EventPost').filter({ hasText: 'admin' })
  await expect(event).toContainText(/admin added the tags Europe Bikes and removed the tags Asia \[deleted\]/)
  await expectAccessible(page)
  await picture('tags-discussion')
  await event.getByRole('link', { name: 'Europe' }).click()
  await expect(page).toHaveURL(/\/t\/europe$/)
})

test('on tablets the ground of a tag’s color is as wide as the posts; on phones a long title has its own line', async ({
  page,
  on,
  tags,
  picture,
}) => {
  const title = 'Which couchettes can still be booked between Hamburg and Verona next summer'
  const id = await tags.startIn(title, ['night-trains', 'couchettes'])
  await page.setViewportSize({ width: 834, height: 1112 })
  await on.discussion.goto(id)
  const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0
  expect(await widthOf('.DiscussionHero.has-color')).toBeCloseTo(await widthOf('.DiscussionPage'), 0)
  const hero = await page.locator('.DiscussionHero').boundingBox()
  const aside = await page.locator('.DiscussionAside').boundingBox()
  expect(aside?.y).toBeGreaterThanOrEqual((hero?.y ?? 0) + (hero?.height ?? 0))
  await picture('tag-hero-tablet')
  await page.setViewportSize({ width: 390, height: 844 })
  await on.user.goto('admin')
  const item = page.locator('.PostsListItem').filter({ hasText: title })
  const name = await item.getByRole('link', { name: title }).boundingBox()
  expect(name?.width).toBeGreaterThan(250)
  await picture('tag-profile-phone')
})
