import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
} from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'
import { replaceTags } from './journeys/replace-tags.ts'
import { sendAsAdmin } from './journeys/send-as-admin.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ makePerson, logIn }) => {
  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
})

test('a tag gets permissions of its own in the grid, is explained, and loses them', {
  tag: '@tablet',
}, async ({ page, isPhone, forum, makePerson, picture }) => {
  test.slow()
  const ids = await replaceTags(forum)
  const { username } = await makePerson('asked')
  await page.goto('/admin/permissions')
  const main = page.getByRole('main')
  const row = (name: string) =>
    main.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const cell = (permission: string, tag: string) =>
    row(permission).getByRole('button', { name: `${permission} (${tag}): change the groups` })
  await main.getByRole('button', { name: 'Restrict by tag' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Where').selectOption('Lounge')
  await expectAccessible(page)
  await picture('admin-permissions-restrict')
  await dialog.getByRole('button', { name: 'Add permissions' }).click()
  await expect(dialog).toHaveCount(0)
  if (isPhone) await main.getByLabel('Where').selectOption('Lounge')
  await expect(cell('Reply to discussions', 'Lounge')).toContainText('Only administrators')
  await expect(row('Search for members').getByRole('button', { name: /Lounge/ })).toHaveCount(0)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-permissions-tags')

  await cell('Reply to discussions', 'Lounge').click()
  if (isPhone) {
    await dialog.getByRole('checkbox', { name: /^Members/ }).click()
    await page.keyboard.press('Escape')
  } else await page.getByRole('menuitemcheckbox', { name: /^Members/ }).click()
  await expect(cell('Reply to discussions', 'Lounge')).toContainText('Members')
  await expect(main.getByText('Members also need “View the forum (Lounge)”.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell('Reply to discussions', 'Lounge')).toContainText('Only administrators')
  if (isPhone) await main.getByLabel('Where').selectOption('Everywhere')

  const discussion = await makeDiscussion(forum, { title: 'In the lounge' })
  await sendAsAdmin(forum, 'PATCH', `/discussions/${discussion.id}`, {
    data: {
      type: 'discussions',
      id: String(discussion.id),
      relationships: { tags: { data: [{ type: 'tags', id: ids.get('Lounge') }] } },
    },
  })
  const ask = async (about: string, ability: string, object: string) => {
    await main.getByLabel('Username').fill(username)
    await main.getByLabel('About').selectOption(about)
    await main.getByLabel('What they do').selectOption(ability)
    await main.getByLabel('Address or ID').fill(object)
    await main.getByRole('button', { name: 'Explain' }).click()
    await expect(main.locator('.WhyAnswer-result')).toHaveText('No')
  }
  await ask('A discussion', 'Reply to discussions', `/d/${discussion.id}`)
  await expect(main.locator('.WhyAnswer')).toContainText(
    'One of its tags has permissions of its own, and decides.',
  )
  await main.locator('.WhyAnswer').scrollIntoViewIfNeeded()
  await picture('admin-permissions-tag-why')
  await ask('A tag', 'Start discussions', '/t/lounge')
  await expect(main.locator('.WhyAnswer')).toContainText('“Start discussions (Lounge)” isn’t granted')

  if (isPhone) await main.getByLabel('Where').selectOption('Lounge')
  await main.getByRole('button', { name: 'Remove the permissions of Lounge' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the own permissions of “Lounge”?' })
  await picture('admin-permissions-open')
  await question.getByRole('button', { name: 'Remove permissions' }).click()
  await expect(main.getByRole('columnheader', { name: /Lounge/ })).toHaveCount(0)
  await expect(main.getByRole('rowheader', { name: /^Change tags of own discussions/ })).toBeVisible()
})

test('500 tags, 50 of them with permissions of their own, can be handled', { tag: '@long' }, async ({
  page,
  isPhone,
  forum,
  picture,
}) => {
  test.slow()
  await storeManyTags(forum, 500, 50)
  await page.goto('/admin/permissions')
  const main = page.getByRole('main')
  await main.getByLabel('Where').selectOption('Tag 37')
  const cell = main.getByRole('button', { name: 'View the forum (Tag 37): change the groups' })
  if (isPhone) await cell.filter({ visible: true }).scrollIntoViewIfNeeded()
  await expect(cell.filter({ visible: true })).toBeInViewport()
  await expectNoSidewaysScroll(page)
  if (!isPhone) await expect(main.getByRole('rowheader', { name: 'View the forum' })).toBeInViewport()
  await picture('admin-permissions-many')
  await page.goto('/admin/tags')
  await expect(main.locator('.TagRow')).toHaveCount(500)
  await main.getByRole('button', { name: 'Move Tag 3', exact: true }).press('Alt+ArrowUp')
  await expect(page.getByText('“Tag 3” is primary tag 2 of 100.')).toBeVisible()
  await picture('admin-tags-many')
})

/** Replaces all tags by `count` others, of which the first 100 are primary, and the first `restricted` restricted. */
async function storeManyTags(forum: ServedForum, count: number, restricted: number): Promise<void> {
  const tags = Array.from({ length: count }, (_, index) => ({
    name: `Tag ${index + 1}`,
    slug: `many-${index + 1}`,
    position: index < 100 ? index : null,
    is_restricted: index < restricted,
  }))
  await forum.restart(() =>
    forum.current.database.transaction(async (db) => {
      await db.deleteFrom('tags').execute()
      await db.insertInto('tags').values(tags).execute()
    }),
  )
}
