import { settled } from '@parley/testing/pages'
import type { Screen, Stage } from './stage.ts'

/** A page of the administration area; `open` goes on from there. */
export function adminPage(path: string, state = '', open?: (stage: Stage) => Promise<unknown>): Screen {
  return {
    what: state === '' ? `\`${path}\`` : `\`${path}\`, ${state}`,
    as: 'administrator',
    async open(stage) {
      await stage.page.goto(path)
      await stage.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      await settled(stage.page)
      await open?.(stage)
    },
  }
}

/** The query of the statistics of the last 30 days: on its first day, the current week has no chart. */
function lastDays(): string {
  const [from, to] = [Date.now() - 29 * 86_400_000, Date.now()].map((time) =>
    new Date(time).toISOString().slice(0, 10),
  )
  return `period=own&from=${from}&to=${to}&unit=day`
}

const describeForum = ({ page }: Stage, text: string) => page.getByLabel('Forum description').fill(text)

/** The administration area. */
export const adminScreens: Readonly<Record<string, Screen>> = {
  'admin-dashboard': adminPage('/admin', '', async ({ page }) => {
    await page.goto(`/admin?${lastDays()}`)
    await page.locator('.Chart .ct-line').first().waitFor()
  }),
  'admin-drawer': {
    ...adminPage('/admin', 'drawer', ({ on }) => on.header.openDrawer()),
    at: ['phone'],
  },
  'admin-search': {
    ...adminPage('/admin', 'suggestions of the search field', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Search settings' }).fill('language')
      await page.getByRole('option').first().waitFor()
    }),
    at: ['desktop', 'tablet'],
  },
  'admin-basics': adminPage('/admin/basics'),
  'admin-basics-changed': adminPage('/admin/basics', 'with a change that is not saved', (stage) =>
    describeForum(stage, 'For all who live by the river.'),
  ),
  'admin-appearance': adminPage('/admin/appearance', '', ({ page }) =>
    page.frameLocator('iframe').locator('.Footer').waitFor({ state: 'attached' }),
  ),
  'admin-mail': adminPage('/admin/mail'),
  'admin-users': adminPage('/admin/users'),
  'admin-users-selected': adminPage('/admin/users', 'with a selected account', async ({ page, viewer }) => {
    await page.getByLabel(`Select ${viewer.username}`).check()
    await page.getByRole('region', { name: 'Selected accounts' }).waitFor()
  }),
  'admin-create-user': adminPage('/admin/users', 'modal to create an account', async ({ page, on }) => {
    await page.getByRole('button', { name: 'Create account' }).click()
    await on.dialog.called('Create an account').waitFor()
  }),
  'admin-permissions': adminPage('/admin/permissions'),
  'admin-extensions': adminPage('/admin/extensions'),
  'admin-extension': { ...adminPage('/admin/extensions/lock'), what: '`/admin/extensions/{id}`' },
  'admin-extension-preview': adminPage('/admin/extensions', 'question: disable one', async ({ page }) => {
    await page.getByRole('button', { name: 'Disable Lock' }).click()
    await page.getByRole('dialog').getByText('Its data stays.').waitFor()
  }),
  'admin-audit': {
    ...adminPage('/admin/basics', '', async (stage) => {
      const { page } = stage
      await describeForum(stage, 'For all who live by the lake.')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('Saved').first().waitFor()
      await page.goto('/admin/audit')
      await page
        .getByRole('heading', { name: /changed settings$/ })
        .first()
        .waitFor()
    }),
    what: '`/admin/audit`',
  },
}
