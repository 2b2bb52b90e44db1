import { makeDiscussion } from '@parley/testing/discussions'
import { expectNoSidewaysScroll } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { renameAsModerator } from '../rename.ts'
import { expect, test } from '../world.ts'

test.beforeEach(({ viewport }) => {
  test.skip(viewport?.width !== 834, 'Phones and desktops have other layouts.')
})

/** How far the content of a page ends before the edge that the header has, too. */
function emptyEdge(page: Page): Promise<number> {
  return page.locator('#content > .Container').evaluate((container) => {
    const style = getComputedStyle(container)
    const edge = container.getBoundingClientRect().right - Number.parseFloat(style.paddingInlineEnd)
    const parts = [...container.querySelectorAll('a, button, time, input, p, span')]
    const ends = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 1)
    return edge - Math.max(...ends.map(({ right }) => right))
  })
}

/** The controls of the header and of the toolbar that are lower than a finger needs. */
function lowControls(page: Page): Promise<string[]> {
  return page.locator('header, .Toolbar').evaluateAll((bars) =>
    bars
      .flatMap((bar) => [...bar.querySelectorAll('button, a.Button')])
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect()
        return width > 0 && height < 44
      })
      .map((control) => control.outerHTML),
  )
}

test('on tablets lists, notifications, settings, results and profiles are as wide as the header', {
  tag: '@tablet',
}, async ({ page, forum, samples, logInAs, picture }) => {
  const { id } = await logInAs('wide')
  const discussion = await makeDiscussion(forum, { title: 'Narrow', user_id: id })
  await renameAsModerator(forum, discussion.id, 'Wide')
  const name = samples.author.username
  for (const [screen, path] of Object.entries({
    index: '/',
    notifications: '/notifications',
    settings: '/settings',
    results: '/all?q=boathouse',
    profile: `/u/${name}`,
    discussions: `/u/${name}/discussions`,
  })) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await picture(`tablet-${screen}`)
    const edge = await emptyEdge(page)
    expect({ screen, isFull: Math.abs(edge) <= 16 || `${edge} px` }).toEqual({ screen, isFull: true })
    expect(await lowControls(page), screen).toEqual([])
    await expectNoSidewaysScroll(page)
  }
})

test('on tablets suggestions are wider than the field, and the sign-up form fits', {
  tag: '@tablet',
}, async ({ page, on, openSessionForm, searchWord, picture }) => {
  await on.index.goto()
  await on.search.field.fill(searchWord)
  await expect(on.search.suggestion(/in the title/)).toBeVisible()
  const widthOf = (part: typeof on.search.field) =>
    part.evaluate((element) => element.getBoundingClientRect().width)
  expect(await widthOf(on.search.suggestions)).toBeGreaterThan((await widthOf(on.search.field)) + 50)
  await expectNoSidewaysScroll(page)
  await picture('tablet-suggestions')
  await openSessionForm('Sign up')
  await expect(on.session.username).toBeVisible()
  for (const field of [on.session.username, on.session.email, on.session.password]) {
    const box = await field.boundingBox()
    expect(Math.round(box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await expectNoSidewaysScroll(page)
  await picture('tablet-sign-up')
})
