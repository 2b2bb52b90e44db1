import { makeGroup } from '@parley/testing/factories'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

interface EntryValues {
  action: string
  target_type?: string
  target_id?: string
  target_name?: string
  changes?: string
}

/** Stores entries of an actor, the newest last, a minute apart. */
async function makeEntries(
  { current: { database, now } }: ServedForum,
  { id, username }: { id: number; username: string },
  entries: readonly EntryValues[],
): Promise<void> {
  const end = now().getTime()
  const rows = entries.map((values, index) => ({
    created_at: new Date(end - (entries.length - index) * 60_000).toISOString(),
    actor_id: id,
    actor_name: username,
    target_type: null,
    target_id: null,
    target_name: null,
    changes: '{}',
    personal_changes: null,
    omitted_fields: 0,
    origin: 'session' as const,
    credential_id: null,
    ip_address: '203.0.113.7',
    ...values,
  }))
  await database.transaction((db) => db.insertInto('audit_entries').values(rows).execute())
}

const about = (id: number, name: string) => ({
  target_type: 'discussions',
  target_id: String(id),
  target_name: name,
})

test('an administrator reads, filters and exports the audit log', { tag: '@tablet' }, async ({
  page,
  forum,
  picture,
  logInAs,
  isPhone,
}) => {
  test.slow()
  const admin = await logInAs('auditor', 'administrator')
  const hidden = { action: 'discussion.hidden', ...about(7, 'Cheap watches') }
  await makeEntries(forum, admin, [
    ...Array.from({ length: 24 }, () => hidden),
    {
      action: 'permission.changed',
      target_type: 'permissions',
      target_id: 'user.edit',
      target_name: 'user.edit',
      changes: '{"groups":[["Mods"],["Mods","Members"]]}',
    },
    { action: 'discussion.renamed', ...about(8, 'Hlep'), changes: '{"title":["Hlep","Help with tomatoes"]}' },
    {
      action: 'settings.changed',
      changes:
        '{"allow_sign_up":["1",""],"forum_title":["Garden","Riverside Commons"],"mail_password":"secret","welcome_message":[null,"Hello"]}',
    },
  ])
  await page.goto(`/admin/audit?actor=${admin.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  const entries = page.getByRole('list', { name: 'Entries' }).locator('> li')
  await expect(entries).toHaveCount(20)
  await expect(entries.nth(0)).toContainText(`${admin.username} changed settings`)
  await expect(entries.nth(0)).toContainText('New members › Let visitors sign up changed from on to off')
  await expect(entries.nth(0)).toContainText('Forum title changed from Garden to Riverside Commons')
  await expect(entries.nth(0)).toContainText(
    'Delivery › Password changed. Its value is secret and isn’t kept.',
  )
  await expect(entries.nth(0)).toContainText('Welcome banner › Message set to Hello')
  await expect(entries.nth(1)).toContainText('Title changed from Hlep to Help with tomatoes')
  await expect(entries.nth(2)).toContainText('Groups changed from Mods to Mods and Members')
  await expect(entries.nth(1)).toContainText('203.0.113.7')
  const time = entries.nth(0).getByRole('button')
  await time.click()
  await expect(page.locator('.Tooltip')).toContainText(String(new Date().getUTCFullYear()))
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('audit-log')

  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(entries).toHaveCount(27)

  await page.getByLabel('Action').selectOption('discussion.renamed')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(entries).toHaveCount(1)
  await expect(page).toHaveURL(/action=discussion\.renamed/)
  await page.reload()
  await expect(page.getByLabel('Action')).toHaveValue('discussion.renamed')
  await expect(entries).toHaveCount(1)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')

  await page.getByLabel('From (UTC)').fill('2001-01-01')
  await page.getByLabel('Until (UTC)').fill('2001-01-31')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
  await expectAccessible(page)
  await picture('audit-no-match')
  await page.getByRole('link', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(entries.first()).toBeVisible()
  await entries
    .first()
    .getByRole('link', { name: /^More by/ })
    .click()
  await expect(page.getByLabel('Username')).not.toHaveValue(/^\d*$/)
  if (!isPhone)
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Audit log' })).toHaveAttribute(
      'aria-current',
      'page',
    )
})

test('an administrator decides how long entries are kept', async ({ page, logInAs, watch, picture }) => {
  watch.expect(/status 422: POST .*\/api\/settings/)
  await logInAs('keeper', 'administrator')
  await page.goto('/admin/audit?setting=audit_log_retention_days')
  const days = page.getByLabel('Delete entries after (days)')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(days).toBeFocused()
  await expect(days).toHaveValue('365')
  await days.fill('7')
  await save.click()
  await expect(page.getByText('Choose from 30 to 3,650 days.')).toBeVisible()
  await expectAccessible(page)
  await picture('audit-retention')
  await days.fill('366')
  await save.click()
  await expect(page.locator('.SaveBar-state')).toContainText('Saved')
  await page.reload()
  await expect(days).toHaveValue('366')
  await expect(
    page.getByText(/Delete entries after \(days\) (set to|changed from 365 to) 366/).first(),
  ).toBeVisible()
  await days.fill('365')
  await save.click()
  await expect(page.locator('.SaveBar-state')).toContainText('Saved')
})

test('the audit log can be delegated; all others are refused', async ({
  page,
  forum,
  grant,
  makePerson,
  logIn,
  watch,
  picture,
}) => {
  const group = await makeGroup(forum, { name_singular: 'Auditor', name_plural: 'Auditors' })
  await grant('auditLog.view', [group.id])
  await logIn(await makePerson('delegate', { groupIds: [group.id] }))
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await expect(page.getByLabel('Delete entries after (days)')).toHaveCount(0)
  await picture('audit-delegated')
  watch.expect(/status 403/)
  await logIn(await makePerson('outsider'))
  const response = await page.goto('/admin/audit')
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('times of entries are in the language and time zone of the reader', async ({ page, forum, logInAs }) => {
  const admin = await logInAs('auditor', 'administrator')
  await makeEntries(forum, admin, [
    {
      action: 'user.suspended',
      ...{ target_type: 'users', target_id: '9', target_name: 'rude' },
      changes: '{"until":[null,"2031-03-04T15:00:00+00:00"]}',
    },
  ])
  await page.goto(`/admin/audit?actor=${admin.id}`)
  const change = page.locator('.AuditEntry-changes time')
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  await expect(change).toHaveText(time.format(new Date('2031-03-04T15:00:00Z')))
})
