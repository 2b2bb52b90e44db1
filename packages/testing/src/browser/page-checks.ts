import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { isRunOfAll } from '../all-tests.ts'

// https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#axe-core-tags
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// The rules about colours of https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md.
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe violations on the page in light and dark colours, and no sideways scrolling. The usual run leaves axe to
 * its pass over the screens (`e2e/screens/`).
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!isRunOfAll) return expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectClean(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  const builder = (await axeBuilder(page)).withRules(colourRules)
  expect(await violations(builder), 'axe, dark').toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** Expects no axe violations on the page as it looks now, and no sideways scrolling. `look` is part of the message. */
export async function expectClean(page: Page, look: string): Promise<void> {
  await settle(page)
  const builder = (await axeBuilder(page)).withTags(tags)
  expect(await violations(builder), `axe, ${look}`).toEqual([])
  await expectNoSidewaysScroll(page)
}

/** The same as `expectClean` with text that runs from right to left. */
export async function expectAccessibleFromRightToLeft(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await (isRunOfAll ? expectClean(page, 'from right to left') : expectNoSidewaysScroll(page))
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  // What is clicked next must not move any more.
  await settle(page)
}

/** Expects that the page is not wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 0 && (right > clientWidth + 1 || left < -1)
      })
      .map(({ tagName, className }) => `${tagName} ${String(className)}`)
      .slice(0, 10)
  })
  expect(wide, 'elements wider than the page').toEqual([])
}

/** Expects no inline scripts and no inline event handlers, as the content security policy requires. */
export async function expectNoInlineScript(page: Page): Promise<void> {
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => src === '' && !/^application\/(ld\+)?json$/.test(type))
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )
  expect(inline).toEqual([])
  const handlers = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter(({ attributes }) =>
        [...attributes].some(({ name }) => name.startsWith('on')),
      ).length,
  )
  expect(handlers).toBe(0)
}

/** Cumulative layout shift of the page so far, as https://web.dev/articles/cls defines it, without session windows. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer receives the buffered entries within two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )
}

async function axeBuilder(page: Page): Promise<AxeBuilder> {
  // The builder would send and evaluate axe's half megabyte of script twice for each check.
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    await frame.evaluate(axe.source)
    await frame.evaluate(showTopLayerToAxe)
  }
  // What passes needs no description.
  return new AxeBuilder({ page, axeSource: ';' }).options({ resultTypes: ['violations'] })
}

/**
 * Gives open popovers and modals a `z-index`, which browsers ignore there. Axe does not know the top layer: without it, the
 * fixed header would count as covering the drawer.
 */
function showTopLayerToAxe(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':is(:popover-open, :modal) { z-index: 1000 !important }')
  document.adoptedStyleSheets.push(sheet)
}

async function violations(builder: AxeBuilder): Promise<string[]> {
  // Without legacy mode, axe opens another page each time, which only cross-origin frames need.
  const { violations } = await builder.setLegacyMode().analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Resolves when all finite animations have ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  )
}
