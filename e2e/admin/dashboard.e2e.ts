import { administrators, members } from '@parley/server/actor'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The parts of the dashboard. */
function dashboardOf(page: Page) {
  const main = page.getByRole('main')
  return {
    heading: main.getByRole('heading', { level: 1, name: 'Dashboard' }),
    problems: main.locator('.Dashboard-problems'),
    range: (name: string) => main.getByRole('link', { name, exact: true }),
    charts: main.getByRole('img', { name: /The table has the numbers/ }),
    /** The number of a series. */
    number: (series: string) => main.locator('.Stat', { hasText: series }).locator('.Stat-value'),
    rows: main.locator('.Dashboard-table tbody tr'),
    main,
  }
}

test('an administrator sees problems, statistics and the state of the forum', async ({
  page,
  logInAs,
  makePerson,
  picture,
}) => {
  test.slow()
  await makePerson('newcomer')
  await logInAs('overseer', 'administrator')
  await page.goto('/admin')
  const dashboard = dashboardOf(page)
  await expect(dashboard.heading).toBeAttached()
  await expect(dashboard.problems).toContainText('Emails aren’t sent')
  await expect(dashboard.problems).toContainText('Set up a mail server')
  await expect(dashboard.problems.getByRole('link', { name: 'Email' })).toHaveAttribute('href', '/admin/mail')
  expect(Number(await dashboard.number('New members').textContent())).toBeGreaterThan(1)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-dashboard')

  await dashboard.main.getByText('Show as a table').click()
  await expect(dashboard.rows.first()).toBeVisible()
  await dashboard.range('Today').click()
  await expect(page).toHaveURL('/admin?period=day')
  await expect(dashboard.range('Today')).toHaveAttribute('aria-current', 'true')

  await dashboard.range('Custom').click()
  await page.getByLabel('First day').fill('2026-02-01')
  await page.getByLabel('Last day').fill('2026-01-01')
  await page.getByLabel('Count by').selectOption('Months')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL('/admin?period=own')
  await page.getByLabel('Last day').fill('2026-03-31')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/from=2026-02-01&to=2026-03-31&unit=month/)
  await expect(dashboard.rows).toHaveCount(2)
  await expect(dashboard.number('Active members')).toHaveText('–')
  await expect(dashboard.charts).toHaveCount(4)
  await expect(dashboard.charts.first().locator('.ct-line')).toBeAttached()
  await expectAccessible(page)
  await picture('admin-dashboard-custom')
  const download = page.waitForEvent('download')
  await dashboard.main.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('statistics-2026-02-01-2026-03-31-month.csv')

  await page.goto('/admin?period=own&from=2026-02-01&to=2026-02-01&unit=day')
  await expect(dashboard.main.getByText('A chart needs more than one period.')).toBeVisible()
  await expect(dashboard.charts).toHaveCount(0)
  await picture('admin-dashboard-one-period')

  await dashboard.main.getByRole('button', { name: 'Clear cache' }).click()
  await expect(dashboard.main.getByText('The cache was cleared.')).toBeVisible()
})

test('who may see statistics sees nothing else of the administration', async ({
  page,
  grant,
  logInAs,
  watch,
}) => {
  await grant('statistics.view', [members])
  await logInAs('analyst')
  await page.goto('/admin?period=own&from=2026-02-01&to=2026-03-31&unit=month')
  const dashboard = dashboardOf(page)
  await expect(dashboard.charts).toHaveCount(4)
  await expect(dashboard.main.getByRole('heading', { level: 2 })).toHaveText(['Statistics'])
  await grant('statistics.view', [administrators])
  watch.expect(/status 403: GET/)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})
