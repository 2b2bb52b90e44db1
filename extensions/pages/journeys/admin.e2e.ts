import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { changePage, makePage, send } from './make-page.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test.beforeEach(({ logIn }) => logIn({ id: 1 }))

/** The parts of the editor. */
function editorOn(page: Page) {
  const form = page.getByRole('form', { name: 'Edit page' })
  return {
    form,
    title: form.getByLabel('Title'),
    slug: form.getByLabel('Slug'),
    content: form.getByRole('textbox', { name: 'Write the page…' }),
    preview: form.getByRole('region', { name: 'Preview' }),
    toolbar: form.getByRole('toolbar'),
    save: form.getByRole('button', { name: 'Save changes' }),
    saved: form.getByText(/^Saved/),
    html: form.getByRole('checkbox', { name: /^Raw HTML/ }),
  }
}

/** A name that the tests of other widths do not have. */
const own = (name: string) => `${name} ${test.info().project.name}`

test('a page is written, saved and viewed by keyboard alone', { tag: '@tablet' }, async ({
  page,
  picture,
}) => {
  test.slow()
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Create page' }).press('Enter')
  const editor = editorOn(page)
  await editor.toolbar.waitFor()
  await editor.title.focus()
  await page.keyboard.type(own('House rules'))
  const slug = own('house-rules').replace(' ', '-')
  await expect(editor.slug).toHaveValue(slug)
  await expect(editor.form).toContainText(`/p/${slug}`)
  await editor.content.focus()
  await page.keyboard.type('kind')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+b')
  await expect(editor.content).toHaveValue('**kind**')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-page-new')
  await editor.content.press('End')
  await page.keyboard.type(' @adm')
  const suggestion = page.getByRole('option', { name: 'admin', exact: true })
  await expect(suggestion).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(editor.content).toHaveValue(/^\*\*kind\*\* @.*admin/)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Page created.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/pages\/\d+$/)
  await expect(editor.title).toHaveValue(own('House rules'))
  // The slug stays when a page that exists is renamed.
  await editor.title.fill(own('Rules'))
  await expect(editor.slug).toHaveValue(slug)
  await editor.save.press('Enter')
  await expect(editor.saved).toBeVisible()
  await page.getByRole('link', { name: 'View', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: own('Rules') })).toBeVisible()
  await expect(page.getByRole('main').locator('strong')).toHaveText('kind')
})

test('what the server refuses is told at its fields', { tag: '@tablet' }, async ({ page, forum, watch }) => {
  watch.expect(/status 422/)
  const taken = `taken-${test.info().project.name}`
  await makePage(forum, { title: 'Taken', slug: taken })
  await page.goto('/admin/pages/new')
  const editor = editorOn(page)
  await editor.toolbar.waitFor()
  await editor.title.fill('Half a page')
  await editor.slug.fill('half/page')
  await editor.save.click()
  await expect(editor.content).toBeFocused()
  await expect(editor.content).toHaveAttribute('aria-invalid', 'true')
  await editor.content.fill('Text')
  for (const slug of ['half/page', taken]) {
    await editor.slug.fill(slug)
    await editor.save.click()
    await expect(editor.slug).toBeFocused()
    await expect(editor.slug).toHaveAttribute('aria-invalid', 'true')
    await expect(editor.content).not.toHaveAttribute('aria-invalid')
    await editor.title.focus()
  }
  await expectAccessible(page)
})

test('what another administrator changes meanwhile is told with both choices', async ({
  page,
  forum,
  watch,
  picture,
}) => {
  watch.expect(/status 409/)
  const id = await makePage(forum, { title: 'Plans', slug: own('plans').replace(' ', '-'), content: 'First' })
  await page.goto(`/admin/pages/${id}`)
  const editor = editorOn(page)
  await editor.toolbar.waitFor()
  await editor.content.fill('Mine')
  await changePage(forum, id, { content: 'Theirs' })
  await editor.save.click()
  await expect(editor.form.getByText('Another administrator has changed this page')).toBeVisible()
  await expect(editor.form.getByLabel('Current text')).toHaveValue('Theirs')
  await expectAccessible(page)
  await picture('admin-page-conflict')
  await editor.form.getByRole('button', { name: 'Start from the current version' }).click()
  await expect(editor.content).toHaveValue('Theirs')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(editor.content).toHaveValue('Mine')
  await editor.save.click()
  await expect(editor.saved).toBeVisible()

  await editor.content.fill('Mine again')
  await changePage(forum, id, { content: 'Theirs again' })
  await editor.save.click()
  await editor.form.getByRole('button', { name: 'Keep my version' }).click()
  await editor.save.click()
  await expect(editor.saved).toBeVisible()
  await page.reload()
  await expect(editor.content).toHaveValue('Mine again')
})

test('a page that another has deleted is created again from its editor', { tag: '@long' }, async ({
  page,
  forum,
  watch,
}) => {
  watch.expect(/status 404/)
  const id = await makePage(forum, { title: 'Gone', slug: 'gone' })
  await page.goto(`/admin/pages/${id}`)
  const editor = editorOn(page)
  await editor.toolbar.waitFor()
  await editor.content.fill('Still here')
  await send(forum, 'DELETE', `/pages/${id}`)
  await editor.save.click()
  await expect(editor.form.getByText('Another administrator has deleted this page')).toBeVisible()
  await editor.save.click()
  await expect(page.getByText('Page created.')).toBeVisible()
  await expect(editor.content).toHaveValue('Still here')
})

test('HTML is previewed as readers will get it', { tag: '@tablet' }, async ({ page, picture }) => {
  await page.goto('/admin/pages/new')
  const editor = editorOn(page)
  await editor.toolbar.waitFor()
  await editor.html.check()
  await expect(editor.toolbar).toBeHidden()
  await editor.content.fill('<h2>Boats</h2><script>document.title = "run"</script><form><b onclick="x">Ring')
  // Narrow windows show the preview in place of the text.
  const previewButton = editor.form.getByRole('button', { name: 'Preview' })
  if (await previewButton.isVisible()) await previewButton.click()
  await expect(editor.preview.getByRole('heading', { name: 'Boats' })).toBeVisible()
  const preview = editor.preview.locator('.Prose')
  await expect(preview).toContainText('Ring')
  await expect(preview.locator('script, form, [onclick]')).toHaveCount(0)
  await expectAccessible(page)
  await picture('admin-page-html')
})

test('unsaved changes of a page are there again after a look at another one', { tag: '@long' }, async ({
  page,
  forum,
}) => {
  const id = await makePage(forum, { title: 'Draft', slug: 'draft' })
  await page.goto(`/admin/pages/${id}`)
  const editor = editorOn(page)
  await editor.toolbar.waitFor()
  await editor.content.fill('Not saved yet')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Pages' }).click()
  await expect(page.getByText('You have changes on another page')).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(editor.content).toHaveValue('Not saved yet')
  await editor.form.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(editor.content).toHaveValue('Be kind.')
  await expect(page.getByText('You have changes on another page')).toBeHidden()
})

test('pages are listed in parts and orders, made the home page and deleted', async ({
  page,
  forum,
  picture,
}) => {
  test.slow()
  for (let number = 1; number <= 23; number += 1)
    await makePage(forum, { title: `Page ${number}`, slug: `list-${number}`, isHidden: number === 2 })
  await page.goto('/admin/pages')
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('Page 23')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-pages')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows.filter({ hasText: 'list-1' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Previous page' }).click()
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending')
  await page.goto('/admin/pages')

  const row = rows.filter({ hasText: '-list-23' })
  await row.getByRole('button', { name: 'Make Page 23 the home page' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make home page' }).click()
  await expect(page.getByText('The page is the home page now.')).toBeVisible()
  await expect(row.getByText('Home page', { exact: true })).toBeAttached()
  await row.getByRole('button', { name: 'Delete Page 23' }).click()
  await expect(page.getByRole('dialog')).toContainText('It’s the home page')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Page deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'All discussions' })).toBeAttached()
})

test('the tools of the editor are those of posts, in the language of the administrator', {
  tag: '@long',
}, async ({ page, forum, makePerson, logIn }) => {
  const keeper = await makePerson('keeper', { groupIds: [groups.administrator] })
  const attributes = { preferences: { locale: 'de' } }
  const data = { type: 'users', id: String(keeper.id), attributes }
  await send(forum, 'PATCH', `/users/${keeper.id}`, { data }, keeper.id)
  await logIn(keeper)
  await page.goto('/admin/pages/new')
  const toolbar = page.getByRole('toolbar', { name: 'Formatierung' })
  await expect(toolbar.getByRole('button', { name: 'Fett' })).toBeVisible()
  await toolbar.getByRole('button', { name: 'Formatierungshilfe' }).click()
  const help = page.getByRole('dialog', { name: 'Formatierungshilfe' })
  await expect(help.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('where the tools of the editor do not arrive, the text is written all the same, and they come later', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.expect(/SourceView/)
  await page.route(/SourceView/, (route) => route.abort())
  await page.goto('/admin/pages/new')
  const editor = editorOn(page)
  await expect(editor.form.getByText('The tools of the editor couldn’t be loaded.')).toBeVisible()
  await expect(editor.toolbar).toBeHidden()
  await editor.content.fill('Written without tools')
  await page.unroute(/SourceView/)
  await editor.form.getByRole('button', { name: 'Try again' }).click()
  await expect(editor.toolbar).toBeVisible()
  await expect(editor.content).toHaveValue('Written without tools')
})
