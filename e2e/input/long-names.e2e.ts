import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })
// Runs accessibility checks of whole pages.
test.beforeEach(() => test.slow())

const names = {
  words: 'Riverside Commons, the Forum of All Gardeners and Neighbours',
  word: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauamts',
}

/** Doubles the text, as readers can in the settings of their browser. */
const enlargeText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% !important }')
    document.adoptedStyleSheets.push(sheet)
  })

/** Whether a control takes a press at each of its corners. */
const isUncovered = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    // Corners may be round.
    return [left + 3, right - 3].every((x) =>
      [top + 3, bottom - 3].every((y) => element.contains(document.elementFromPoint(x, y))),
    )
  })

test('a forum’s name of sixty letters covers neither the drawer’s close button nor the search', {
  tag: ['@tablet', '@long'],
}, async ({ page, forum, on, isPhone, picture }) => {
  const close = on.header.drawer.getByRole('button', { name: 'Close navigation' })
  for (const [kind, name] of Object.entries(names)) {
    await forum.run('setting:set', 'forum_title', name)
    await expect(async () => {
      await on.index.goto()
      await expect(page.locator('.Footer').getByText(name)).toBeAttached({ timeout: 1 })
    }).toPass()
    if (!isPhone) {
      const home = await on.header.bar.getByRole('link', { name }).boundingBox()
      const search = await on.search.field.boundingBox()
      expect((home?.x ?? 0) + (home?.width ?? 0)).toBeLessThan(search?.x ?? 0)
      await expectAccessible(page)
      await picture(`long-name-${kind}`)
      continue
    }
    for (const size of ['usual', 'large']) {
      if (size === 'large') await enlargeText(page)
      await on.header.openDrawer()
      await expect(on.header.drawer.getByText(name)).toBeVisible()
      await expectAccessible(page)
      await expectAccessibleFromRightToLeft(page)
      expect({ kind, size, uncovered: await isUncovered(close) }).toEqual({ kind, size, uncovered: true })
      const box = await close.boundingBox()
      expect(Math.round(Math.min(box?.width ?? 0, box?.height ?? 0))).toBeGreaterThanOrEqual(44)
      await picture(`long-name-${kind}-${size}`)
      await close.click()
      await expect(on.header.drawer).toBeHidden()
    }
  }
})

test('with large text on phones, alerts are readable and menus stay in the window', {
  tag: '@phone',
}, async ({ page, on, isPhone, openDiscussion, beginReply, picture }) => {
  test.skip(!isPhone, 'The texts of wider windows have room.')
  await openDiscussion(
    { title: 'In large letters', slug: 'in-large-letters', posts: [{}, {}] },
    { username: 'magnifier', is: 'moderator' },
  )
  await enlargeText(page)
  await on.discussion.postMenu(on.discussion.post(2)).choose('Hide post')
  const text = on.alerts.saying('Post hidden.').locator('.Alert-text')
  // Not one letter below the other.
  expect((await text.boundingBox())?.width).toBeGreaterThan(150)
  await on.alerts.control('Post hidden.', 'Undo').click({ trial: true })
  await expectAccessible(page)
  await picture('large-alert')
  await beginReply('Half a thought')
  await expect(on.composer.status).toHaveText('Draft saved')
  await expectAccessible(page)
  await picture('large-composer')
  await on.composer.drafts.choose('Start a new discussion')
  await expect(on.composer.title).toBeVisible()
})

test('the name of an account leaves room for the search, however long it is', async ({
  page,
  on,
  logInAs,
  picture,
}) => {
  await logInAs('W'.repeat(30))
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await on.index.goto()
    const account = page.locator('.Header-account')
    await expect(account).toBeVisible()
    const { width: taken = 0 } = (await account.boundingBox()) ?? {}
    const { width: left = 0 } = (await on.search.field.boundingBox()) ?? {}
    expect(taken).toBeLessThan(240)
    expect(left).toBeGreaterThan(150)
    await picture(`long-account-${width}`)
  }
})
