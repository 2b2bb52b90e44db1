import { test as base, expect, oncePerForum } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { makeTags, type TagWriter } from './journeys/sample-tags.ts'

const tagsIn = oncePerForum(makeTags)

/** A forum with tags. */
const test = base.extend<{ tags: TagWriter }>({
  tags: async ({ forum }, use) => use(await tagsIn(forum)),
})
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const everywhere = ['All discussions', 'Tags', 'General', 'Night trains', 'Routes & trips', 'محطات']

test(
  'the navigation has the tags with a position, some others, and the children of the shown one',
  {
    tag: '@tablet',
  },
  async ({ page, on, tags, isPhone, picture }, { project }) => {
    // Runs several accessibility checks of whole pages.
    test.slow()
    const mostFirst = ['bikes', 'europe', 'asia']
    for (const count of [1, 2, 3])
      await tags.startIn('By bike', ['night-trains', ...mostFirst.slice(0, count)])
    await page.goto('/t/night-trains')
    if (isPhone) await on.header.openDrawer()
    const nav = page.getByRole('navigation', { name: 'Discussions' }).filter({ visible: true })
    const links = nav.getByRole('link')
    if (project.name === 'tablet') {
      await expect(links).toHaveText(['All discussions', 'Tags'])
    } else {
      const withChildren = [...everywhere.slice(0, 4), 'Sleepers', 'Couchettes', ...everywhere.slice(4)]
      await expect(links).toHaveText([...withChildren, 'Bikes', 'Europe', 'Asia', 'More tags'])
      await expect(nav.getByRole('link', { name: 'Night trains' })).toHaveAttribute('aria-current', 'page')
    }
    await expectAccessible(page)
    await expectAccessibleFromRightToLeft(page)
    await picture('tags-navigation')
    await links.nth(1).click()
    await expect(page).toHaveURL(/\/tags$/)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Tags')
  },
)

test('a tag is reached by keyboard, and is the current one whatever its address looks like', async ({
  page,
  tags,
  isPhone,
}) => {
  test.skip(isPhone, 'Phones have no keys.')
  await tags.startIn('Benches', ['محطات'])
  await page.goto('/t/NIGHT-TRAINS')
  const nav = page.getByRole('navigation', { name: 'Discussions' })
  await expect(nav.getByRole('link', { name: 'Night trains' })).toHaveAttribute('aria-current', 'page')
  await nav.getByRole('link', { name: 'Couchettes' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(nav.getByRole('link', { name: 'محطات' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(nav.getByRole('link', { name: 'محطات' })).toHaveAttribute('aria-current', 'page')
  await expect(nav.getByRole('link', { name: 'Couchettes' })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'محطات' }).getByRole('heading')).toHaveText(['Benches'])
})

test('on phones the title is a menu of lists with the tags', { tag: '@phone' }, async ({
  page,
  on,
  tags,
  isPhone,
  picture,
}) => {
  test.skip(!isPhone, 'Wide screens have the navigation beside the list.')
  await tags.startIn('By day', ['night-trains', 'sleepers'])
  await page.goto('/t/sleepers')
  await on.header.bar.getByRole('button', { name: /Sleepers/ }).click()
  const items = page.getByRole('menu').getByRole('menuitemradio')
  await expect(items.filter({ hasText: 'Sleepers' })).toHaveAttribute('aria-checked', 'true')
  await expect(items.first()).toHaveText('All discussions')
  await expectAccessible(page)
  await picture('tags-phone-menu')
  await items.filter({ hasText: 'Routes & trips' }).click()
  await expect(page).toHaveURL(/\/t\/routes$/)
})

test('searches find what has a tag', { tag: '@long' }, async ({ page, on, tags, isPhone, picture }) => {
  const found = 'Which seat in a couchette'
  await tags.startIn(found, ['night-trains', 'couchettes'])
  await tags.startIn('Which seat on a bike', ['night-trains', 'bikes'])
  await on.index.goto(isPhone ? '/all?q=' : '/')
  await on.search.field.fill('seat ta')
  await on.search.suggestion(/tag:/).click()
  await expect(on.search.field).toHaveValue('seat tag:')
  await on.search.field.pressSequentially('couch')
  await expect(on.search.suggestion(/couchettes/)).toBeVisible()
  await picture('tags-search')
  await on.search.suggestion(/couchettes/).click()
  await expect(on.search.field).toHaveValue('seat tag:couchettes ')
  // Several tags are separated by commas; by keyboard the field keeps the focus.
  await on.search.field.fill('seat tag:couchettes,bik')
  await expect(on.search.suggestion(/bikes/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  while (!(await on.search.active.textContent())?.includes('bikes')) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(on.search.field).toHaveValue('seat tag:couchettes,bikes ')
  await expect(on.search.field).toBeFocused()
  await on.search.field.fill('seat tag:couchettes')
  await page.keyboard.press('Enter')
  const results = page.getByRole('list', { name: 'Search results' })
  await expect(results.getByRole('heading', { level: 2 })).toHaveText([found])
  await expect(results.locator('.TagLabel')).toHaveText(['Night trains', 'Couchettes'])
})
