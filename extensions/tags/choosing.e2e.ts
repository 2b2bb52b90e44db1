import { expect, test as journey } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { railway, TagsForum } from './journeys/choosing-forum.ts'

/** The journeys’ `test` in a forum whose tags they arrange. */
const test = journey.extend<{ tags: TagsForum }>({
  tags: async ({ forum }, use) => use(new TagsForum(forum)),
})

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The modal in which tags are chosen. */
function selection(page: Page, title = 'Choose tags') {
  const dialog = page.getByRole('dialog', { name: title, exact: true }).and(page.locator(':not([inert])'))
  return {
    dialog,
    search: dialog.getByRole('combobox', { name: 'Find tags' }),
    options: dialog.getByRole('option'),
    option: (name: string) => dialog.getByRole('option', { name, exact: true }),
    chosen: dialog.getByRole('list', { name: 'Chosen tags' }).getByRole('button'),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
  }
}

/** Expects labels, in any order. */
async function expectTexts(labels: Locator, texts: readonly string[]): Promise<void> {
  await expect(labels).toHaveCount(texts.length)
  expect((await labels.allTextContents()).toSorted()).toEqual(texts.toSorted())
}

test.describe('in the composer', () => {
  test.beforeEach(async ({ makePerson, logIn }) => logIn(await makePerson('writer')))

  test('a new forum has one tag: it is chosen, and the writer is not asked', async ({
    page,
    on,
    tags,
    picture,
  }) => {
    await tags.arrange([{ name: 'General', primary: true, color: '#888888' }])
    await on.index.goto()
    await on.index.startLink.click()
    await expect(on.composer.region.locator('.TagLabel')).toHaveText('General')
    // It is no change of the writer’s.
    await on.composer.button('Close').click()
    await expect(on.alerts.saying('Draft deleted.')).toHaveCount(0)
    await on.index.startLink.click()
    await on.composer.title.fill('Hello')
    await on.composer.text.fill('The first discussion.')
    await expectAccessible(page)
    await picture('tags-composer-general')
    await on.composer.submit.click()
    await expect(on.discussion.title).toHaveText('Hello')
    await expect(page.locator('.TagLabel--solid')).toHaveText('General')
  })

  test('by keyboard alone: posting asks for what is missing, and posts with it', {
    tag: '@tablet',
  }, async ({ page, on, tags, picture }) => {
    await tags.arrange(railway, { minSecondary: 1 })
    const { dialog, search, option, chosen, button } = selection(page)
    await on.index.goto()
    await on.index.startLink.click()
    await on.composer.title.fill('Vienna by night')
    await on.composer.text.fill('Who has taken it?')
    await page.keyboard.press('Control+Enter')
    await expect(option('Winter')).toBeVisible()
    await expect(dialog).toContainText('Choose one primary tag.')
    await expect(button('Post discussion')).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    await expectAccessibleFromRightToLeft(page)
    await picture('tags-modal')

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(on.composer.text).toHaveValue('Who has taken it?')
    await on.composer.text.press('Control+Enter')

    await search.focus()
    await page.keyboard.type('euRO')
    await expect(dialog.getByRole('option', { name: 'Europe Night trains' })).toHaveClass(/is-active/)
    await page.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await page.keyboard.type('europe')
    await page.keyboard.press('Enter')
    await expect(search).toHaveValue('')
    await expectTexts(chosen, ['Night trains', 'Europe'])
    await expect(option('Tickets & passes')).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog).toContainText('You can choose more tags.')
    await picture('tags-modal-chosen')
    await expectAccessible(page)

    await page.keyboard.press('Backspace')
    await expectTexts(chosen, ['Night trains'])
    await expect(dialog).toContainText('Choose one secondary tag.')
    await page.keyboard.press('ArrowUp')
    await expect(option('Summer')).toHaveClass(/is-active/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expectTexts(chosen, ['Night trains', 'Summer', 'Winter'])
    await page.keyboard.press('Control+Enter')
    await expect(on.discussion.title).toHaveText('Vienna by night')
    await expectTexts(page.locator('.DiscussionPage .TagLabel--solid, .DiscussionHero .TagLabel--solid'), [
      'Night trains',
      'Summer',
      'Winter',
    ])
  })

  test('by pointer: parents and children go together, and a draft keeps the tags', async ({
    page,
    on,
    tags,
    picture,
  }) => {
    await tags.arrange(railway)
    const { dialog, option, chosen, button, search } = selection(page)
    await on.index.goto()
    await on.index.startLink.click()
    await on.composer.title.fill('Passes')
    await on.composer.button('Choose tags').click()
    await option('Asia').click()
    await option('Winter').click()
    await expectTexts(chosen, ['Night trains', 'Asia', 'Winter'])
    await button('Remove Night trains').click()
    await expectTexts(chosen, ['Winter'])
    await search.fill('nothing like it')
    await expect(dialog).toContainText('No tag is called “nothing like it”')
    await search.fill('')
    await option('Tickets & passes').click()
    await button('Choose').click()
    const labels = on.composer.region.locator('.TagLabel')
    await expectTexts(labels, ['Tickets & passes', 'Winter'])
    await picture('tags-composer')
    await page.reload()
    await on.composer.button('Open').click()
    await expectTexts(labels, ['Tickets & passes', 'Winter'])
    await on.composer.text.fill('Which one is worth it?')
    await on.composer.submit.click()
    await expect(on.discussion.title).toHaveText('Passes')
    await expect(page.locator('.TagLabel--solid')).toHaveText(['Tickets & passes', 'Winter'])
  })

  test('starting a discussion in one tag begins a new text, and offers the draft of another tag', {
    tag: '@long',
  }, async ({ page, on, tags, picture }) => {
    await tags.arrange(railway)
    const labels = on.composer.region.locator('.TagLabel')
    const startIn = async (tag: string) => {
      await page.goto('/tags')
      await page.getByRole('main').getByRole('link', { name: tag }).first().click()
      await expect(page.getByRole('heading', { name: tag, level: 1 })).toBeVisible()
      await on.index.startLink.click()
    }
    await startIn('Asia')
    await on.composer.title.fill('To Samarkand')
    await startIn('Winter')
    await expectTexts(labels, ['Winter'])
    await expect(on.composer.title).toHaveValue('')
    const message = 'You also have the draft “To Samarkand”.'
    await expect(on.alerts.saying(message)).toBeVisible()
    await picture('tags-other-draft')
    await on.alerts.control(message, 'Open draft').click()
    await expect(on.composer.title).toHaveValue('To Samarkand')
    await expectTexts(labels, ['Night trains', 'Asia'])
  })

  test('tags that the writer may not use are not offered', async ({ page, on, tags }) => {
    await tags.arrange(railway)
    await tags.restrict('Tickets & passes', [3])
    await on.index.goto()
    await on.index.startLink.click()
    await expect(on.composer.region.locator('.TagLabel')).toHaveText('Night trains')
    await on.composer.button('Choose tags').click()
    const { options } = selection(page)
    await expect(options).toHaveText([/^Night trains/, 'Europe', 'Asia', 'Winter', 'Summer'])
  })

  test('a tag that is closed, deleted or not enough any more brings the writer back to the choice', {
    tag: '@long',
  }, async ({ page, on, tags, watch, picture }) => {
    watch.expect(/status 403: POST/, /status 422: POST/)
    await tags.arrange([...railway, { name: 'Timetables', primary: true }])
    const { dialog, option, button } = selection(page)
    const { composer } = on
    const choose = composer.button('Choose tags')
    await on.index.goto()
    await on.index.startLink.click()
    await composer.title.fill('Persistent')
    await composer.text.fill('It is still here.')
    await choose.click()
    await option('Tickets & passes').click()
    await button('Choose').click()

    await tags.restrict('Tickets & passes', [3])
    await composer.submit.click()
    await expect(composer.error).toContainText(
      'You can’t start discussions with the tag “Tickets & passes” anymore. Choose another one.',
    )
    await expect(choose).toBeFocused()
    await expect(composer.text).toHaveValue('It is still here.')
    await expectAccessible(page)
    await picture('tags-refused')

    await choose.click()
    await expect(option('Tickets & passes')).toHaveCount(0)
    await option('Timetables').click()
    await button('Choose').click()
    await tags.delete('Timetables')
    await composer.submit.click()
    await expect(composer.error).toContainText('The tag “Timetables” is gone. Choose another one.')

    await composer.submit.click()
    await expect(option('Timetables')).toHaveCount(0)
    await expect(dialog).toContainText('You can choose more tags.')
    await tags.setLimits({ minSecondary: 2 })
    await button('Post discussion').click()
    await expect(composer.error).toContainText('Choose 2 to 3 secondary tags.')
    await composer.submit.click()
    await expect(dialog).toContainText('Choose 2 secondary tags.')
    await option('Winter').click()
    await option('Summer').click()
    await button('Post discussion').click()
    await expect(on.discussion.title).toHaveText('Persistent')
  })

  test('a list that cannot be loaded says so, and is loaded again', { tag: '@long' }, async ({
    page,
    on,
    tags,
    watch,
    picture,
  }) => {
    watch.expect(/net::ERR_/)
    await tags.arrange(railway)
    await page.route('**/api/tags?*', (route) => route.abort())
    const { dialog, option, button } = selection(page)
    await on.index.goto()
    await on.index.startLink.click()
    await on.composer.button('Choose tags').click()
    await expect(dialog.getByText('Couldn’t load the tags.')).toBeVisible()
    await expect(button('Choose')).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    await picture('tags-modal-failed')
    await page.unroute('**/api/tags?*')
    await button('Try again').click()
    await expect(option('Winter')).toBeVisible()
  })

  test('a discussion that is posted offline has its tags when the connection returns', {
    tag: '@long',
  }, async ({ page, context, on, tags, watch }) => {
    watch.expect(/net::ERR_/, /Failed to fetch/)
    await tags.arrange(railway)
    const { option, button } = selection(page)
    await on.index.goto()
    await on.index.startLink.click()
    await on.composer.title.fill('From the tunnel')
    await on.composer.text.fill('No signal.')
    await on.composer.button('Choose tags').click()
    await option('Europe').click()
    await button('Choose').click()
    await context.setOffline(true)
    await on.composer.submit.click()
    await expect(on.composer.error).toContainText('You’re offline.')
    await context.setOffline(false)
    await expect(on.discussion.title).toHaveText('From the tunnel')
    await expect(page.locator('.TagLabel--solid')).toHaveText(['Night trains', 'Europe'])
  })

  test('a thousand tags are rendered as they are reached', { tag: '@long' }, async ({ page, on, tags }) => {
    await tags.arrange([
      { name: 'Atlas', primary: true },
      { name: 'Globe', primary: true },
    ])
    await tags.addPlaces(1000)
    const { options, option, search } = selection(page)
    await on.index.goto()
    await on.index.startLink.click()
    await on.composer.button('Choose tags').click()
    await expect(option('Atlas')).toHaveAttribute('aria-setsize', '1003')
    expect(await options.count()).toBeLessThan(150)
    await options.last().scrollIntoViewIfNeeded()
    await expect(options.nth(60)).toBeAttached()
    await search.fill('place 999')
    await expect(options).toHaveText(['Place 999'])
  })
})

test.describe('of a discussion', () => {
  test('a moderator changes the tags, and takes that back; a refusal keeps the choice', {
    tag: '@tablet',
  }, async ({ page, on, tags, watch, openDiscussion, picture }) => {
    test.slow()
    watch.expect(/status 422: POST/)
    await tags.arrange(railway)
    const { id, title } = await openDiscussion(
      { title: 'A long way', slug: 'long' },
      { username: 'guard', is: 'moderator' },
    )
    await tags.retag(id, ['Tickets & passes'])
    await on.discussion.goto(id)
    const labels = page.locator('.TagLabel--solid')
    await expect(labels).toHaveText(['Tickets & passes'])
    const { dialog, option, chosen, button } = selection(page, `Tags of “${title}”`)

    await on.discussion.controls.choose('Edit tags')
    await expectTexts(chosen, ['Tickets & passes'])
    await button('Save tags').click()
    await expect(dialog).toBeHidden()
    await expect(on.alerts.saying('Tags changed.')).toHaveCount(0)

    await on.discussion.controls.choose('Edit tags')
    await button('Remove Tickets & passes').click()
    await option('Europe').click()
    await expectAccessible(page)
    await picture('tags-edit')
    await tags.setLimits({ minSecondary: 2 })
    await button('Save tags').click()
    await expect(dialog).toContainText('Choose 2 to 3 secondary tags.')
    await expectTexts(chosen, ['Night trains', 'Europe'])
    await expectAccessible(page)
    await option('Winter').click()
    await button('Save tags').click()
    await expect(dialog).toBeHidden()
    await expect(labels).toHaveText(['Night trains', 'Europe', 'Winter'])
    await expect(on.alerts.saying('Tags changed.')).toBeVisible()

    await tags.setLimits({})
    await on.alerts.saying('Tags changed.').getByRole('button', { name: 'Undo' }).click()
    await expect(labels).toHaveText(['Tickets & passes'])
  })

  test('tags that another has changed meanwhile are replaced at the second attempt only', {
    tag: '@long',
  }, async ({ page, on, tags, watch, openDiscussion, picture }) => {
    watch.expect(/status 409/)
    await tags.arrange(railway)
    const { id, title } = await openDiscussion(
      { title: 'Two guards' },
      { username: 'guard', is: 'moderator' },
    )
    await tags.retag(id, ['Night trains'])
    await on.discussion.goto(id)
    const { dialog, option, chosen, button } = selection(page, `Tags of “${title}”`)
    await on.discussion.controls.choose('Edit tags')
    await option('Winter').click()
    await tags.retag(id, ['Tickets & passes'])
    await button('Save tags').click()
    await expect(dialog).toContainText('They are now: Tickets & passes')
    await expectTexts(chosen, ['Night trains', 'Winter'])
    await expectAccessible(page)
    await picture('tags-conflict')
    await button('Save tags').click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('.TagLabel--solid')).toHaveText(['Night trains', 'Winter'])
    await on.alerts.saying('Tags changed.').getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.TagLabel--solid')).toHaveText(['Tickets & passes'])
  })

  test('tags that it has may stay, others need permission', { tag: '@long' }, async ({
    page,
    on,
    tags,
    openDiscussion,
  }) => {
    await tags.arrange(railway, { maxPrimary: 2 })
    const { id } = await openDiscussion(
      { title: 'Kept', slug: 'kept' },
      { username: 'keeper', is: 'moderator' },
    )
    await tags.restrict('Tickets & passes', [2, 3, 4])
    await tags.grant(`tag${tags.idOf('Tickets & passes')}.discussion.tag`, [4])
    await tags.retag(id, ['Tickets & passes'])
    const { option, options, button } = selection(page, 'Tags of “Kept”')
    await on.discussion.goto(id)
    await on.discussion.controls.choose('Edit tags')
    await expect(options).toHaveCount(6)
    await option('Winter').click()
    await button('Save tags').click()
    await expect(page.locator('.TagLabel--solid')).toHaveText(['Tickets & passes', 'Winter'])
    await tags.retag(id, ['Night trains'])
    await on.discussion.goto(id)
    await on.discussion.controls.choose('Edit tags')
    await expect(option('Winter')).toBeVisible()
    await expect(option('Tickets & passes')).toHaveCount(0)
  })

  test('members are not offered it; administrators bypass the limits', async ({
    page,
    on,
    tags,
    logIn,
    openDiscussion,
    picture,
  }) => {
    await tags.arrange(railway)
    const { id } = await openDiscussion({ title: 'Free', slug: 'free' }, { username: 'reader' })
    await tags.retag(id, ['Night trains'])
    await on.discussion.goto(id)
    await expect(on.discussion.title).toHaveText('Free')
    await expect(on.discussion.controls.item('Edit tags')).toHaveCount(0)

    await logIn({ id: 1 })
    await on.discussion.goto(id)
    await on.discussion.controls.choose('Edit tags')
    const { dialog, option, button } = selection(page, 'Tags of “Free”')
    await expect(option('Tickets & passes')).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('switch', { name: 'Bypass tag requirements' }).check()
    await option('Tickets & passes').click()
    await expectAccessible(page)
    await picture('tags-edit-bypass')
    await button('Save tags').click()
    const labels = page.locator('.TagLabel--solid')
    await expect(labels).toHaveText(['Night trains', 'Tickets & passes'])

    await on.discussion.controls.choose('Edit tags')
    await expect(button('Save tags')).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog).toContainText('Remove one primary tag.')
    await button('Remove Night trains').click()
    await button('Remove Tickets & passes').click()
    await button('Save tags').click()
    await expect(dialog).toBeHidden()
    await expect(labels).toHaveCount(0)
  })
})

test('from right to left, and in the dark', { tag: '@long' }, async ({
  page,
  on,
  tags,
  makePerson,
  logIn,
  picture,
}) => {
  await tags.arrange([...railway, { name: 'قطارات', primary: true, description: 'ليلية ونهارية' }])
  await logIn(await makePerson('katib'))
  await page.goto('/settings')
  await page.getByRole('main').getByLabel('Language').selectOption('العربية')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.emulateMedia({ colorScheme: 'dark' })
  await on.index.goto()
  await page.getByRole('link', { name: 'بدء نقاش' }).filter({ visible: true }).first().click()
  await page.locator('.Composer').getByRole('button', { name: 'اختيار الوسوم' }).click()
  await page.getByRole('option', { name: 'Europe', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('يمكنك اختيار المزيد من الوسوم.')
  await picture('tags-modal-arabic')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('dialog').getByRole('button', { name: 'اختيار', exact: true }).click()
  await picture('tags-composer-arabic')
})
