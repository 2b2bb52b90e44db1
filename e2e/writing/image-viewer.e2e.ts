import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { swipe } from '../swipe.ts'
import { expect, test } from '../world.ts'

// Lists show the picture of the post, which no other journey answers.
test.use({ forumOf: import.meta.url })

test('the images of a post are turned over, and shown in their own size', { tag: '@phone' }, async ({
  page,
  on,
  openDiscussion,
  picture,
  isPhone,
}) => {
  const drawing = (color: string, width: number, height: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/></svg>`
  const drawings = { wide: drawing('#2a6f97', 3000, 1200), small: drawing('#bc6c25', 200, 100) }
  for (const [name, body] of Object.entries(drawings))
    await page.route(`https://pictures.example/${name}.svg`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    )
  const content =
    '![The bay](https://pictures.example/wide.svg) ||![Secret](https://pictures.example/small.svg)|| ![A boat](https://pictures.example/small.svg)'
  await openDiscussion({ title: 'Views', slug: 'views', posts: [{ content }] }, { username: 'viewer' })
  const link = on.discussion.post(1).getByRole('link', { name: 'The bay' })
  await link.click()
  const bay = on.dialog.called('The bay')
  const boat = on.dialog.called('A boat')
  await expect(bay.getByRole('status').filter({ hasText: '1 of 2' })).toBeVisible()
  await expect(bay.getByRole('button', { name: 'Previous image' })).toHaveAttribute('aria-disabled', 'true')
  await picture('image-viewer')
  const image = bay.getByRole('img')
  const width = async () => (await image.boundingBox())?.width
  const fitting = await width()
  await image.click()
  await expect.poll(width).toBe(3000)
  await expect(bay.getByRole('button', { name: 'Fit to window' })).toBeVisible()
  await page.keyboard.press('-')
  await expect.poll(width).toBe(fitting)
  if (isPhone) await swipe(page, bay, -200)
  else await page.keyboard.press('ArrowRight')
  await expect(boat.getByText('2 of 2')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('image-viewer-last')
  await boat.getByRole('button', { name: 'Previous image' }).click()
  await expect(bay).toBeVisible()
  // The keys of the browser stay its own; others go on where the button that had the focus is gone.
  await bay.getByRole('button', { name: 'Show actual size' }).focus()
  await page.keyboard.press('Control+=')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(bay.getByRole('button', { name: 'Show actual size' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(boat).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(bay).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bay).toBeHidden()
  await expect(link).toBeFocused()
})
