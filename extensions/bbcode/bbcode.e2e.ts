import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { Locator } from '@playwright/test'

const source = `[b]Tides[/b] and [size=24][color=crimson]*red* flags[/color][/size] in large letters; see [url=/all]all[/url].

[quote="Ann"]High water is at [u]six[/u].[/quote]

> Or at **seven**.

[list=A][*]the boat[*]the oars
[list][*]two long ones[/list][/list]

[center]Come along![/center]

[code=js]const [b] = tides[/code]`

test('BBCode and Markdown look the same in the preview and in the post', async ({
  page,
  on,
  isPhone,
  openDiscussion,
  picture,
}) => {
  await openDiscussion({ title: 'Rowing club', slug: 'rowing-club' }, { username: 'writer' })
  await on.discussion.replyLink.click()
  await on.composer.text.fill(source)
  if (isPhone) await on.composer.button('Preview').click()
  const preview = on.composer.preview
  await expect(preview.locator('cite')).toHaveText('Ann wrote')
  const red = preview.getByText('red', { exact: true })
  await expect(red).toHaveCSS('color', 'rgb(220, 20, 60)')
  await expect(red).toHaveCSS('font-size', '24px')
  await expect(preview.getByText('Come along!')).toHaveCSS('text-align', 'center')
  await expect(preview.getByRole('listitem').first()).toHaveCSS('list-style-type', 'upper-alpha')
  await expect(preview.getByRole('link', { name: 'all' })).toHaveAttribute('href', '/all')
  await expect(preview.locator('pre')).toContainText('const [b] = tides')
  await expect(preview).not.toContainText('[/')
  await expectAccessible(page)
  await picture('bbcode-preview')
  const previewed = await htmlOf(preview)

  if (isPhone) await on.composer.button('Preview').click()
  await on.composer.submit.click()
  const reply = on.discussion.postSaying('Come along!')
  await expect(reply).toBeVisible()
  await expect(on.composer.region).toBeHidden()
  await page.reload()
  // Menus already open before hydration, but their items do nothing yet.
  await settled(page)
  expect(await htmlOf(reply)).toEqual(previewed)
  await expect(reply.locator('pre')).toContainText('const [b] = tides')
  await reply.scrollIntoViewIfNeeded()
  await picture('bbcode-post')
  // At this scroll position the header covers no part of a link.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)

  await on.discussion.postMenu(reply).choose('Edit')
  await expect(on.composer.text).toHaveValue(source)
})

/** Returns the blocks of a text but the last one: that is code, which is highlighted later. */
function htmlOf(place: Locator): Promise<string[]> {
  return place
    .locator('.Prose')
    .evaluate((prose) => [...prose.children].slice(0, -1).map(({ outerHTML }) => outerHTML))
}
