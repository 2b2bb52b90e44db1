import { makeUser } from '@parley/testing/factories'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible, expectClean } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { BrowserContext, Page } from '@playwright/test'
import { lookOf, looks } from './journeys/look.ts'

/** The button of guests: in the header, on phones in the open drawer. */
function toggleOf(page: Page, isPhone: boolean) {
  const place = isPhone ? page.getByRole('dialog', { name: 'Navigation' }) : page.getByRole('banner')
  return place.getByRole('button', { name: /^Theme: / })
}

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'flarum_nightmode')

/** Collects the events about the theme. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    document.addEventListener('fofnightmodechange', (event) => heard.push((event as CustomEvent).detail))
  })
const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard)

test('a guest goes through automatic, light and dark pages, which stay on the next page', {
  tag: '@tablet',
}, async ({ page, on, context, isPhone, picture }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await on.index.goto()
  await settled(page)
  await listen(page)
  const open = async () => {
    if (isPhone) await on.header.openDrawer()
    return toggleOf(page, isPhone)
  }
  let toggle = await open()
  await expect(toggle).toHaveAccessibleName('Theme: automatic')
  expect(await lookOf(page)).toMatchObject({ ...looks.auto, isDark: false, bar: '#4D698E' })
  await picture('night-auto')

  await toggle.click()
  toggle = await open()
  await expect(toggle).toHaveAccessibleName('Theme: light')
  expect(await lookOf(page)).toMatchObject({ ...looks.light, isDark: false, bar: '#4D698E' })

  await toggle.focus()
  await page.keyboard.press('Enter')
  toggle = await open()
  await expect(toggle).toHaveAccessibleName('Theme: dark')
  expect(await lookOf(page)).toMatchObject({ ...looks.dark, isDark: true, bar: '#121416' })
  expect(await heardBy(page)).toEqual(['day', 'night'])
  expect(await cookieOf(context)).toMatchObject({
    value: '2',
    path: '/',
    sameSite: 'Lax',
    secure: false,
    httpOnly: false,
    expires: -1,
  })
  await picture('night-dark')
  await page.keyboard.press('Escape')
  await expectClean(page, 'dark')
  await page.emulateMedia({ media: 'print' })
  expect(await lookOf(page)).toMatchObject({ isDark: false })
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  await page.goto('/all')
  await settled(page)
  expect(await lookOf(page)).toMatchObject({ ...looks.dark, isDark: true })
  await (await open()).click()
  await expect(await open()).toHaveAccessibleName('Theme: automatic')
  expect(await lookOf(page)).toMatchObject({ ...looks.auto, isDark: false })
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

test('automatic pages follow the system while they are open, and other tabs follow a choice', async ({
  page,
  on,
  context,
  isPhone,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await on.index.goto()
  await settled(page)
  await listen(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => heardBy(page)).toEqual(['night'])
  expect(await lookOf(page)).toMatchObject({ ...looks.auto, isDark: true, bar: '#121416' })

  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'dark' })
  await other.goto('/all')
  await settled(other)
  await toggleOf(page, isPhone).click()
  await expect(toggleOf(other, isPhone)).toHaveAccessibleName('Theme: light')
  expect(await lookOf(other)).toMatchObject({ ...looks.light, isDark: false })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await heardBy(page), 'the system is no longer followed').toEqual(['night', 'day'])
  await toggleOf(other, isPhone).click()
  await expect(toggleOf(page, isPhone)).toHaveAccessibleName('Theme: dark')
})

test('pages from the cache of the browser have the theme that was chosen since', { tag: '@long' }, async ({
  page,
  on,
  makePerson,
  logIn,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await logIn(await makePerson('returning'))
  // What the page looks like before its code runs.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { first: getComputedStyle(document.documentElement).backgroundColor })
    })
  })
  await on.index.goto()
  await settled(page)
  await page.goto('/all')
  await settled(page)
  await on.header.account.choose('Day mode')
  await on.header.account.choose('Night mode')
  await expect.poll(async () => (await lookOf(page)).theme).toBe('dark')
  await settled(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/all/)
  await settled(page)
  await expect.poll(() => lookOf(page)).toMatchObject({ ...looks.dark, isDark: true, bar: '#121416' })
  const seen = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const { first } = window as unknown as { first: string }
    const isSame = first === getComputedStyle(document.documentElement).backgroundColor
    return { isSame, bytes: visit?.transferSize }
  })
  expect(seen, 'the document comes from the cache').toEqual({ isSame: true, bytes: 0 })
})

test('a member who was a guest before keeps the own theme on the way back', { tag: '@long' }, async ({
  page,
  on,
  forum,
  logIn,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await on.index.goto()
  await settled(page)
  await toggleOf(page, false).click()
  await toggleOf(page, false).click()
  await expect.poll(async () => (await lookOf(page)).theme).toBe('dark')
  await logIn(await makeUser(forum, { preferences: '{"fofNightMode":1}' }))
  for (const path of ['/', '/all']) {
    await page.goto(path)
    await settled(page)
  }
  await page.goBack()
  await settled(page)
  expect(await lookOf(page)).toMatchObject({ ...looks.light, isDark: false })
})

for (const [value, warning, tag] of [
  ['x', 'Theme is not a valid integer! Resetting...', ''],
  ['1.5', 'Theme is not a valid integer! Resetting...', '@long'],
  ['3', 'Theme is out of bounds! Resetting...', ''],
  ['-1', 'Theme is out of bounds! Resetting...', '@long'],
] as const)
  test(`the cookie ${value} is reset to the default, with a warning`, { tag: tag || [] }, async ({
    page,
    on,
    context,
    forum,
    isPhone,
    watch,
  }) => {
    watch.expect(/Resetting/)
    await context.addCookies([{ name: 'flarum_nightmode', value, url: forum.url }])
    const warned = page.waitForEvent('console', (message) => message.text() === warning)
    await on.index.goto()
    expect((await warned).type()).toBe('warning')
    await expect.poll(async () => (await cookieOf(context))?.value).toBe('0')
    await expect(toggleOf(page, isPhone)).toHaveAccessibleName('Theme: automatic')
  })
