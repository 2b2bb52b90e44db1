import { adminPage } from './admin-screens.ts'
import type { Screen } from './stage.ts'

/** The screens of bios and of badges for numbers of posts. */
export const profileScreens: Readonly<Record<string, Screen>> = {
  bio: {
    what: '`/u/{username}`, a bio that is edited',
    as: 'administrator',
    async open({ page, on, viewer }) {
      await on.user.goto(viewer.username)
      await page.getByRole('button', { name: 'Say something about yourself' }).click()
      await page.getByLabel('Edit bio').fill(`Rows in the morning. ${'x'.repeat(150)}`)
      await page.getByText('characters left').waitFor()
    },
  },
  'admin-post-count-badge': {
    ...adminPage('/admin/extensions/post-count-badge', '', ({ page }) => page.getByRole('table').waitFor()),
    what: '`/admin/extensions/{id}`, with a table of settings',
  },
}
