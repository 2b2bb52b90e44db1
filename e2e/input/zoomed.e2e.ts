import { expectNoSidewaysScroll } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

// A zoom of 200 % in a window of 1280 pixels: half as many CSS pixels, each twice as large.
test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })
test.beforeEach(() => test.slow())
test.skip(({ isPhone }) => isPhone, 'Pinch zoom does not change the layout.')

test('at 200 % the screens of a member fit and no text is covered', { tag: '@long' }, async ({
  page,
  samples,
  picture,
  logInAs,
}) => {
  const { username } = await logInAs('zoomer', 'administrator')
  const screens = {
    index: '/',
    discussion: `/d/${samples.long.id}/120`,
    posts: `/d/${samples.rich.id}`,
    user: `/u/${samples.author.username}`,
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

test('at 200 % menus, modals and the composer are usable', { tag: '@long' }, async ({
  page,
  on,
  samples,
  picture,
  logInAs,
  beginReply,
}) => {
  await on.index.goto()
  for (const name of ['Sign up', 'Log in'] as const) {
    await on.header.choose(name)
    await expectReadable(page, on.dialog.called(name))
    await picture(`zoomed-${name.replace(' ', '-').toLowerCase()}`)
    await page.keyboard.press('Escape')
    await expect(on.dialog.called(name)).toBeHidden()
  }

  await logInAs('zoomer', 'administrator')
  await on.user.goto(samples.author.username)
  await on.user.controls.open()
  await expectReadable(page, page.getByRole('menu'))
  await on.user.controls.item('Edit').click()
  await expectReadable(page, on.dialog.called('Edit account'))
  await picture('zoomed-edit-user')
  await page.keyboard.press('Escape')
  await expect(on.dialog.called('Edit account')).toBeHidden()

  await on.discussion.goto(samples.long.id, 120)
  await on.discussion.openScrubber()
  await expectReadable(page, page.getByRole('dialog'))
  await picture('zoomed-scrubber')
  await on.discussion.nowLink.click()
  await expect(on.discussion.post(300)).toBeInViewport()
  await on.discussion.controls.open()
  await expectReadable(page, page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await beginReply('Twice as large.')
  await expectReadable(page, on.composer.region)
  await picture('zoomed-composer')
  await on.composer.button('Delete draft').click()
  await expect(on.composer.region).toBeHidden()
  await expectReadable(page, on.alerts.saying('Draft deleted.'))
})

/** Expects that an element fits the window, and that scrolling to its texts and controls uncovers them. */
async function expectReadable(page: Page, container: Locator): Promise<void> {
  await container.waitFor()
  await expectNoSidewaysScroll(page)
  // Retries until transitions have ended.
  await expect(async () => expect(await container.evaluate(findCovered)).toEqual([])).toPass()
}

/** @returns the texts and controls that are outside the window or covered after scrolling to them. */
function findCovered(container: Element): string[] {
  const elements = [...container.querySelectorAll('h1, h2, h3, p, a, button, label, input, textarea, dt, dd')]
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    // Titles that only screen readers need are clipped.
    const isClipped = getComputedStyle(element).clipPath !== 'none'
    return width > 1 && height > 1 && !isClipped && element.checkVisibility({ opacityProperty: true })
  }
  return elements.filter(isShown).flatMap((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const [box = element.getBoundingClientRect()] = element.getClientRects()
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    // The link of a row may cover the other texts of the row.
    const row = element.closest('li, label')
    const isOwn = element.contains(hit) || (row?.contains(hit) ?? false)
    return isOwn ? [] : [`${element.outerHTML.slice(0, 120)} is behind ${hit?.outerHTML.slice(0, 120)}`]
  })
}
