import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('emoji are pictures of the forum, which are selected and copied as characters', {
  tag: '@tablet',
}, async ({ page, on, hasTouch, openDiscussion, picture }) => {
  const posts = [
    { content: 'High tide at six :) Bring a towel 🏖️ and a friend 👩🏽‍🚀, [see 🗺️](/all) `:) 🙂`' },
    { content: '🎉 👏🏾' },
    { content: 'No emoji here: 12 © 3' },
  ]
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await openDiscussion({ title: 'Swimming', posts }, { username: 'reader' })
  const post = on.discussion.post(1)
  const pictures = post.locator('img.emoji')
  await expect(pictures).toHaveCount(4)
  await expect(pictures.first()).toHaveAttribute('alt', '🙂')
  await expect(pictures.first()).toHaveJSProperty('complete', true)
  await expect(pictures.first()).not.toHaveJSProperty('naturalWidth', 0)
  await expect(post.locator('code')).toHaveText(':) 🙂')
  await expect(post.locator('code img')).toHaveCount(0)
  await expect(on.discussion.post(3).locator('img.emoji')).toHaveCount(0)
  if (!hasTouch) await expect(post.locator('.Emoji').nth(2)).toHaveAttribute('title', 'woman astronaut')
  expect([...hosts]).toEqual([new URL(page.url()).host])

  const selected = await post.locator('.Post-body').evaluate((body) => {
    getSelection()?.selectAllChildren(body)
    return getSelection()?.toString()
  })
  expect(selected).toContain('at six 🙂 Bring a towel 🏖️ and a friend 👩🏽‍🚀, see 🗺️')
  await page.evaluate(() => getSelection()?.empty())
  const few = on.discussion.post(2).locator('.Emoji').first()
  const height = async (emoji: typeof few) => (await emoji.boundingBox())?.height ?? 0
  expect(await height(few)).toBeGreaterThan(2 * (await height(post.locator('.Emoji').first())))
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('emoji-posts')
})

test('tooltips name emoji in the language of the reader', async ({ page, context, forum }) => {
  const { id } = await makeDiscussion(forum, { title: 'Feste', posts: [{ content: 'Hurra 🎉 und 👋🏽' }] })
  const names = { de: ['Konfettibombe', 'winkende Hand'], ar: ['party popper', 'waving hand'] }
  for (const [locale, [first = '', second = '']] of Object.entries(names)) {
    await context.addCookies([{ name: 'locale', value: locale, url: forum.url }])
    await page.goto(`/d/${id}`)
    const emoji = page.getByRole('article').first().locator('.Emoji')
    await expect(emoji.first()).toHaveAttribute('title', first)
    await expect(emoji.last()).toHaveAttribute('title', second)
  }
})

test('emoticons are previewed, and an emoji without a picture stays a character', async ({
  page,
  on,
  isPhone,
  watch,
  openDiscussion,
}) => {
  watch.expect(/404/)
  await openDiscussion({ title: 'Previews', posts: [{ content: 'Say it.' }] }, { username: 'writer' })
  await page.route('**/assets/emoji/**/1f389.svg', (route) => route.fulfill({ status: 404 }))
  await on.discussion.replyLink.click()
  await on.composer.text.fill('Oh :O `:O` 🎉')
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview.locator('img.emoji')).toHaveCount(1)
  await expect(on.composer.preview.locator('img.emoji')).toHaveAttribute('alt', '😮')
  await expect(on.composer.preview).toContainText('Oh 😮 :O 🎉')
})

test('administrators decide how emoji look, and what the picker offers', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  makePerson,
  logIn,
  picture,
}) => {
  const posts = [{ content: 'A seal 🦭 on the beach' }]
  const { id } = await openDiscussion({ title: 'Seals', posts }, { username: 'keeper' })
  await expect(on.discussion.post(1).locator('img.emoji')).toHaveCount(1)
  await logIn(await makePerson('admin', { groupIds: [groups.administrator] }))
  await page.goto('/admin/extensions/emoji')
  const main = page.getByRole('main')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-emoji')
  await main.getByLabel('How emoji look').selectOption('As each device draws them')
  await main.getByRole('checkbox', { name: 'Flags', exact: true }).uncheck()
  await main.getByLabel('First category').selectOption('Animals and nature')
  await main.getByRole('checkbox', { name: /^Close with each choice/ }).uncheck()
  await main.getByRole('checkbox', { name: 'Show the name of the emoji at the foot' }).check()
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText(/^Saved/)).toBeVisible()

  await on.discussion.goto(id)
  await expect(on.discussion.post(1)).toContainText('A seal 🦭 on the beach')
  await expect(on.discussion.post(1).locator('img.emoji')).toHaveCount(0)
  await on.discussion.replyLink.click()
  await on.composer.button('Emoji').click()
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' })
  await expect(picker.getByRole('tab', { name: 'Animals and nature' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(picker.getByRole('tab', { name: 'Flags' })).toHaveCount(0)
  // Version 12.1 is the newest that the setting allows: seals are newer.
  await expect(picker.getByRole('button', { name: 'otter', exact: true })).toHaveCount(1)
  await expect(picker.getByRole('button', { name: 'seal', exact: true })).toHaveCount(0)
  const monkey = picker.getByRole('button', { name: 'monkey face', exact: true })
  await monkey.click()
  await picker.getByRole('button', { name: 'gorilla', exact: true }).click()
  await expect(on.composer.text).toHaveValue('🐵🦍')
  await expect(picker.locator('.EmojiPicker-pointed')).toContainText('gorilla')
  await picker.getByRole('button', { name: 'Close' }).click()
  await expect(picker).toBeHidden()
})

test('without buttons for categories the picker has all emoji, and its foot in sight', {
  tag: '@long',
}, async ({ page, on, openDiscussion, makePerson, logIn, picture }) => {
  const { id } = await openDiscussion({ title: 'Symbols' }, { username: 'signer' })
  await logIn(await makePerson('admin', { groupIds: [groups.administrator] }))
  const main = page.getByRole('main')
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' })
  await page.goto('/admin/extensions/emoji')
  await main.getByRole('checkbox', { name: 'Show a button for each category' }).uncheck()
  await main.getByLabel('How emoji look').selectOption('Pictures (Twemoji)')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText(/^Saved/)).toBeVisible()
  await on.discussion.goto(id)
  await on.discussion.replyLink.click()
  await on.composer.button('Emoji').click()
  await expect(picker.locator('.EmojiTabs')).toHaveCount(0)
  const grid = picker.getByRole('grid', { name: 'Emoji' })
  const first = grid.getByRole('button').first()
  await expect(first).toBeFocused()
  const rowCount = Number(await grid.getAttribute('aria-rowcount'))
  expect(rowCount).toBeGreaterThan(150)
  expect(await grid.getByRole('button').count()).toBeLessThan(300)

  const panel = picker.locator('.EmojiPicker-panel')
  const height = await panel.evaluate((element) => element.scrollHeight)
  await panel.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(grid.locator(`[aria-rowindex="${rowCount}"]`)).toBeInViewport()
  await expect(first).toBeFocused()
  expect(await panel.evaluate((element) => element.scrollHeight)).toBe(height)
  await expect(picker.locator('.SkinTones')).toBeInViewport()
  await expect(grid.getByRole('row').last().locator('img').first()).not.toHaveJSProperty('naturalWidth', 0)
  await expectAccessible(page)
  await picture('emoji-picker-whole')

  await page.keyboard.press('Control+End')
  const last = grid.getByRole('row').last()
  await expect(last).toHaveAttribute('aria-rowindex', String(rowCount))
  await expect(last.getByRole('button').last()).toBeFocused()
  await expect(last.getByRole('button').last()).toBeInViewport()
  await page.keyboard.press('PageUp')
  await expect(grid.locator('button:focus')).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
})
