import { holdRequests } from '@parley/testing/answers'
import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, layoutShift } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

const text = { content: 'Step by step. '.repeat(40) }

test('a bar with title, reply and menu takes over when the heading is out of sight', {
  tag: '@phone',
}, async ({ page, forum, on, isPhone, logInAs, picture }) => {
  const title = 'A walk around the lake'
  const { id } = await makeDiscussion(forum, { title, slug: 'a-walk', posts: Array(30).fill(text) })
  await logInAs('lake-walker', 'moderator')
  await on.discussion.goto(id)
  await expect(on.discussion.post(1)).toBeInViewport()
  const banner = page.getByRole('banner')
  await expect(on.discussion.bar).toHaveCount(0)
  // The header of phones does not repeat the heading.
  await expect(banner.getByText(title).filter({ visible: true })).toHaveCount(0)
  await page.mouse.wheel(0, 1500)
  await expect(on.discussion.title).not.toBeInViewport()
  if (isPhone) {
    await expect(banner.getByRole('button', { name: title })).toBeVisible()
    await expect(on.discussion.bar).toBeHidden()
    return
  }
  await expect(on.discussion.bar.getByRole('link', { name: title })).toBeVisible()
  await expect(on.discussion.bar.getByText(/^\d+ unread$/)).toBeVisible()
  await expectAccessible(page)
  await picture('reading-bar')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await on.discussion.bar.getByRole('button', { name: 'Actions for this discussion' }).click()
  await expect(page.getByRole('menuitem', { name: 'Rename' }).filter({ visible: true })).toBeVisible()
  await page.keyboard.press('Escape')
  // What the focus moves to is never below the bar.
  const covered = await on.discussion.bar.evaluate((bar) => bar.getBoundingClientRect().bottom)
  await on.discussion.post(12).getByRole('link').last().focus()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const top = await page.evaluate(() =>
      document.activeElement?.closest('[data-number]')
        ? document.activeElement.getBoundingClientRect().top
        : undefined,
    )
    if (top !== undefined) expect(top).toBeGreaterThanOrEqual(covered)
  }
  await on.discussion.bar.getByRole('link', { name: 'Reply', exact: true }).click()
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.press('Escape')
  await on.discussion.bar.getByRole('link', { name: title }).click()
  await expect(on.discussion.title).toBeInViewport()
  await expect(on.discussion.bar).toHaveCount(0)
})

test('the bar’s title begins where the page begins, in any script', async ({ page, forum, on, isPhone }) => {
  test.skip(isPhone, 'Phones have the title in the header.')
  const title = 'نزهة حول البحيرة'
  const { id } = await makeDiscussion(forum, { title, slug: 'a-walk', posts: Array(30).fill(text) })
  await on.discussion.goto(id)
  const heading = await on.discussion.title.boundingBox()
  await page.mouse.wheel(0, 1500)
  const link = on.discussion.bar.getByRole('link', { name: title })
  await expect(link).toBeVisible()
  expect((await link.boundingBox())?.x).toBeCloseTo(heading?.x ?? Number.NaN, 0)
})

test('the unread count in the bar leads to the first unread post', async ({
  forum,
  on,
  isPhone,
  logInAs,
}) => {
  test.skip(isPhone, 'Phones have the title in the header.')
  const { id } = await makeDiscussion(forum, {
    title: 'A long way',
    slug: 'a-long-way',
    posts: Array(60).fill(text),
  })
  await logInAs('way-walker')
  const read = on.discussion.whenRead()
  await on.discussion.goto(id, 20)
  await read
  const unread = on.discussion.bar.getByRole('link', { name: /^\d+ unread$/ })
  const left = Number.parseInt((await unread.textContent()) ?? '', 10)
  expect(left).toBeGreaterThan(20)
  await on.discussion.openScrubber()
  await on.discussion.goToField.fill('2')
  await on.discussion.goToField.press('Enter')
  await expect(on.discussion.post(2)).toBeInViewport()
  await unread.click()
  await expect(on.discussion.post(60 - left + 1)).toBeInViewport()
  await expect(on.discussion.post(2)).not.toBeInViewport()
})

test('what the list knows of a discussion shows at once, and stays', async ({
  page,
  forum,
  on,
  makePerson,
  picture,
}) => {
  const author = await makePerson('known-author')
  const title = 'Known before it is loaded'
  const { id } = await makeDiscussion(forum, {
    title,
    slug: 'known',
    user_id: author.id,
    posts: [{ ...text, user_id: author.id }, text],
  })
  await on.index.goto()
  // The page of guests may be cached, without what was stored since.
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(on.index.link(title)).toBeVisible()
  await settled(page)
  // The code of the page comes when the pointer reaches a link.
  await on.index.link(title).hover()
  await settled(page)
  const release = await holdRequests(page, `**/api/{posts,discussions/${id}}?*`)
  await on.index.link(title).click()
  await expect(on.discussion.title).toHaveText(title)
  await expect(page).toHaveTitle(new RegExp(title))
  await expect(page).toHaveURL(/-known$/)
  const main = page.getByRole('main')
  await expect(main.getByText('Started by known-author')).toBeVisible()
  await expect(main.locator('.PendingPosts .Post-author')).toHaveText(author.username)
  await expect(on.discussion.logInToReply).toBeVisible()
  await expect(main.locator('.PendingPosts .Skeleton').first()).toBeVisible()
  await expectAccessible(page)
  await picture('known-at-once')
  await on.discussion.title.evaluate((heading) => heading.setAttribute('data-kept', ''))
  release()
  await expect(on.discussion.post(1)).toBeInViewport()
  await expect(on.discussion.title).toHaveAttribute('data-kept')
  await expect(on.discussion.title).toBeFocused()
  await expect(main.locator('.PendingPosts')).toHaveCount(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  // Going back while a page still loads, and forward again, loads it.
  const releaseAgain = await holdRequests(page, `**/api/{posts,discussions/${id}}?*`)
  await page.goBack()
  await on.index.link(title).click()
  await expect(main.locator('.PendingPosts')).toBeVisible()
  await page.goBack()
  await expect(on.index.link(title)).toBeVisible()
  releaseAgain()
  await page.goForward()
  await expect(on.discussion.post(1)).toBeInViewport()
})

test('with a pinned list, header, bar and posts stand on the same lines', { tag: '@long' }, async ({
  page,
  on,
  samples,
  isPhone,
}) => {
  test.skip(isPhone, 'Phones have no list beside a discussion.')
  await page.addInitScript(() => localStorage.setItem('panePinned', 'true'))
  for (const width of [1280, 1720]) {
    await page.setViewportSize({ width, height: 800 })
    await on.discussion.goto(samples.long.id, 40)
    await expect(on.discussion.bar).toBeVisible()
    const leftOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((e) => e.getBoundingClientRect().left)
    const rightOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((e) => e.getBoundingClientRect().right)
    const posts = await leftOf('.DiscussionPage-main')
    expect(await leftOf('.Search')).toBeCloseTo(posts, 0)
    expect(await leftOf('.ReadingBar-title')).toBeCloseTo(posts, 0)
    expect(await rightOf('.Header-end')).toBeCloseTo(await rightOf('.DiscussionAside'), 0)
    expect(await leftOf('.Header-home')).toBeCloseTo(await leftOf('.DiscussionPane-title'), 0)
  }
})

test('on paper, times are exact, presence is left out, and the address is there', { tag: '@long' }, async ({
  page,
  on,
  logInAs,
  forum,
}) => {
  const person = await logInAs('printer')
  const { id } = await makeDiscussion(forum, {
    title: 'To be printed',
    slug: 'to-be-printed',
    posts: [{ user_id: person.id, created_at: '2025-05-17T10:00:00.000Z' }],
  })
  await on.discussion.goto(id)
  // The first request made the reader online.
  await page.reload()
  await expect(page.locator('.Avatar.is-online').first()).toBeVisible()
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`${forum.url}/d/${id}-to-be-printed`, { exact: true })).toBeVisible()
  const printed = await on.discussion
    .post(1)
    .locator('time')
    .evaluate((time) => ({
      size: getComputedStyle(time).fontSize,
      exact: getComputedStyle(time, '::after').content,
    }))
  expect(printed.size).toBe('0px')
  expect(printed.exact).toMatch(/17.*2025/)
  const dot = await page
    .locator('.Avatar.is-online')
    .first()
    .evaluate((avatar) => getComputedStyle(avatar, '::after').display)
  expect(dot).toBe('none')
})

test('a Latin title in an Arabic forum is cut at its end', { tag: ['@phone', '@long'] }, async ({
  page,
  forum,
  isPhone,
  context,
}) => {
  const title = `The longest title ${'of all that there are '.repeat(3)}`.trim()
  const { id } = await makeDiscussion(forum, { title, slug: 'longest', posts: Array(12).fill(text) })
  await context.addCookies([{ name: 'locale', value: 'ar', url: forum.url }])
  await page.goto(`/d/${id}/12`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const shown = isPhone
    ? page.getByRole('banner').getByText(title).filter({ visible: true })
    : page.getByRole('region', { name: 'شريط القراءة' }).getByRole('link', { name: title })
  await expect(shown).toHaveCSS('direction', 'ltr')
  await expect(shown).toHaveCSS('text-overflow', 'ellipsis')
})
