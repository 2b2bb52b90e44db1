import { administrators, moderators } from '@parley/server/actor'
import { isRunOfAll } from '@parley/testing/all-tests'
import { expectClean } from '@parley/testing/page-checks'
import { isNarrow } from '@parley/testing/pages'
import { test } from '../world.ts'
import { looks, pictureOf, screens, widthsOf } from './index.ts'
import { type Viewer, type Width, widths } from './stage.ts'

const groups: Partial<Record<Viewer, readonly number[]>> = {
  moderator: [moderators],
  administrator: [administrators],
}

// Journeys add discussions to the forum that they share.
test.use({ forumOf: 'screens' })

for (const [name, screen] of Object.entries(screens)) {
  const tag = widthsOf(screen).includes('desktop') ? [] : '@phone'
  test(name, { tag }, async ({ page, forum, on, samples, watch, makePerson, logIn }, info) => {
    const width = info.project.name as Width
    test.skip(screen.isMissing === true, 'The extension with the screen is missing.')
    test.skip(!widthsOf(screen).includes(width), 'The screen does not exist at this width.')
    // Rejected log-ins and missing pages are screens, too.
    watch.expect(/^status 4\d\d/, /ERR_INTERNET_DISCONNECTED/, ...(screen.expectedErrors ?? []))
    const groupIds = groups[screen.as] ?? []
    const viewer = await makePerson('viewer', { groupIds })
    if (screen.as !== 'guest') await logIn(viewer)
    await screen.open({ page, forum, on, samples, makePerson, viewer, isNarrow: isNarrow(page) })
    if (!screen.holdsPointer) await page.mouse.move(widths[width] / 2, 1)
    for (const look of isRunOfAll ? looks : looks.slice(0, 1)) {
      await page.emulateMedia({ colorScheme: look.theme })
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), look.direction)
      await expectClean(page, `${look.theme}, ${look.direction}`)
      if (isRunOfAll) await page.screenshot({ path: pictureOf(name, width, look), animations: 'disabled' })
    }
  })
}
