import { expectNoSidewaysScroll } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

// What 200 % of 1280 pixels leaves: half as many, each twice as large.
test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })
test.beforeEach(() => test.slow())
test.skip(({ isPhone }) => isPhone, 'Fingers enlarge what is there, without another layout.')

test('at 200 % the screens of a member fit, and nothing covers what is to be read', async ({
  page,
  world,
  makePerson,
  logIn,
  picture,
}) => {
  const { id, username } = await makePerson('zoomer', { groupIds: [1] })
  await logIn({ id })
  const screens = {
    index: '/',
    discussion: `/d/${world.long.id}/120`,
    posts: `/d/${world.rich.id}`,
    user: `/u/${world.author.username}`,
    security: `/u/${username}/security`,
    settings: '/settings',
    notifications: '/notifications',
    search: '/all?q=ferry',
  }
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(path)
    await expectReadable(page, page.getByRole('main'))
    await picture(`zoomed-${name}`)
  }
})

test('at 200 % menus, dialogs and the composer are within reach', async ({
  page,
  on,
  world,
  makePerson,
  logIn,
  picture,
}) => {
  await on.index.goto()
  for (const name of ['Sign up', 'Log in'] as const) {
    await on.header.choose(name)
    await expectReadable(page, on.dialog.called(name))
    await picture(`zoomed-${name.replace(' ', '-').toLowerCase()}`)
    await page.keyboard.press('Escape')
    await expect(on.dialog.called(name)).toBeHidden()
  }

  await logIn(await makePerson('zoomer', { groupIds: [1] }))
  await on.user.goto(world.author.username)
  await on.user.controls.open()
  await expectReadable(page, page.getByRole('menu'))
  await on.user.controls.item('Edit').click()
  await expectReadable(page, on.dialog.called('Edit account'))
  await picture('zoomed-edit-user')
  await page.keyboard.press('Escape')
  await expect(on.dialog.called('Edit account')).toBeHidden()

  await on.discussion.goto(world.long.id, 120)
  await on.discussion.openScrubber()
  await expectReadable(page, page.getByRole('dialog'))
  await picture('zoomed-scrubber')
  await on.discussion.nowLink.click()
  await expect(on.discussion.post(300)).toBeInViewport()
  await on.discussion.controls.open()
  await expectReadable(page, page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await on.discussion.replyLink.click()
  await on.composer.text.fill('Twice as large.')
  await expectReadable(page, on.composer.region)
  await picture('zoomed-composer')
  await on.composer.button('Close').click()
  const question = on.dialog.called('Discard your reply?')
  await question.waitFor()
  await expectReadable(page, question)
  await on.dialog.answer('Discard your reply?', 'Discard')
  await expect(on.composer.region).toBeHidden()
})

/** Expects that a part fits its window, and that all that is said or offered in it can be scrolled to and seen. */
async function expectReadable(page: Page, part: Locator): Promise<void> {
  await part.waitFor()
  await expectNoSidewaysScroll(page)
  // What still moves into its place is in nobody's way.
  await expect(async () => expect(await part.evaluate(findCovered)).toEqual([])).toPass()
}

/** @returns what is outside of the window, or behind something else, after it was scrolled to. */
function findCovered(part: Element): string[] {
  const parts = [...part.querySelectorAll('h1, h2, h3, p, a, button, label, input, textarea, dt, dd')]
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true })
  }
  return parts.filter(isShown).flatMap((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const [box = element.getBoundingClientRect()] = element.getClientRects()
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    // A row may be one large link, of which its other words are a part.
    const row = element.closest('li, label')
    const isOwn = element.contains(hit) || (row?.contains(hit) ?? false)
    return isOwn ? [] : [`${element.outerHTML.slice(0, 120)} is behind ${hit?.outerHTML.slice(0, 120)}`]
  })
}
