import { expect, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const address = '/admin/extensions/pwa'

/** An image of 300 × 100 pixels. */
async function wideImage(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 100 })
    canvas.getContext('2d')?.fillRect(0, 0, 300, 100)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** The size of a picture, and how opaque its corner and its middle are, from 0 to 255. */
function lookOf(page: Page, src: string) {
  return page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(new URL(address).pathname)).blob())
    const { width, height } = picture
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
      willReadFrequently: true,
    })
    context?.drawImage(picture, 0, 0)
    const opacity = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[3]
    return { width, height, corner: opacity(0, 0), middle: opacity(width / 2, height / 2) }
  }, src)
}

test('an administrator names the app, chooses its colors, and makes all icons from one picture', {
  tag: '@tablet',
}, async ({ page, context, logIn, picture, watch }) => {
  await logIn({ id: 1 })
  await page.goto(address)
  const status = page.getByRole('region', { name: 'State of the app' })
  await expect(status).toContainText('There’s no icon of at least 144 × 144 pixels.')
  await expect(status).toContainText('begins with http')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-pwa')

  await page.getByLabel('Short name').fill('Riverside')
  const background = page.locator('[name="askvortsov-pwa.backgroundColor"]')
  await background.fill('white')
  const save = page.getByRole('button', { name: 'Save changes' })
  watch.expect(/status 422/)
  await save.click()
  await expect(background).toHaveAttribute('aria-invalid', 'true')
  await background.fill('#fff')
  await save.click()
  await expect(save).toHaveAttribute('aria-disabled', 'true')

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture', exact: true }).click()
  await (await chooser).setFiles({ name: 'mark.png', mimeType: 'image/png', buffer: await wideImage(page) })
  await expect(page.getByText('All icons have been saved.')).toBeVisible()
  await expect(status).not.toContainText('There’s no icon')
  await expect(page.getByRole('button', { name: /^Replace: 512 × 512 pixels$/ })).toBeVisible()
  await picture('admin-pwa-icons')

  const manifest = await (await page.request.get('/webmanifest')).json()
  expect(manifest).toMatchObject({ short_name: 'Riverside', background_color: '#fff', start_url: '/' })
  const [, , , , , , last] = manifest.icons
  expect(last).toMatchObject({ sizes: '512x512', type: 'image/png' })
  expect(await lookOf(page, last.src)).toEqual({ width: 512, height: 512, corner: 0, middle: 255 })
  const browser = await context.newCDPSession(page)
  expect((await browser.send('Page.getAppManifest')).errors).toEqual([])
})
