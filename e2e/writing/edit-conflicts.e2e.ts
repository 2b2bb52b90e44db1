import { expectAccessible } from '@parley/testing/page-checks'
import { sendAs } from '../screens/send-as.ts'
import { expect, test } from '../world.ts'

const admin = 1

test('an edit of what another has changed meanwhile asks which text to go on with', {
  tag: '@tablet',
}, async ({ page, forum, on, watch, openDiscussion, beginReply, picture }) => {
  test.slow()
  watch.expect(/status 409/)
  await openDiscussion({ title: 'Lost and found', slug: 'lost' }, { username: 'finder' })
  await beginReply('Call me at 555-0199.')
  const answer = page.waitForResponse(/\/api\/posts\?/)
  await on.composer.submit.click()
  const { id } = (await (await answer).json()).data
  const post = on.discussion.post(2)
  await expect(post).toContainText('555-0199')
  const storeAsAdmin = (content: string) =>
    sendAs(forum, admin, 'PATCH', `/posts/${id}`, { type: 'posts', attributes: { content } })
  const { region, text, submit } = on.composer
  const button = (name: string) => on.composer.button(name)
  const [current, own] = [region.getByLabel('Current text'), region.getByLabel('Your text')]

  await on.discussion.postMenu(post).choose('Edit')
  await text.fill('Call me at 555-0199 *before six*.')
  await storeAsAdmin('Call me at [removed].')
  await submit.click()
  await expect(region.getByRole('alert')).toContainText('Someone else has changed this post')
  await expect(current).toBeFocused()
  await expect(current).toHaveValue('Call me at [removed].')
  await expect(text).toHaveValue('Call me at 555-0199 *before six*.')
  await expect(post).not.toContainText('before six')
  await expectAccessible(page)
  await picture('edit-conflict')

  // A reload keeps the texts and the question.
  await page.reload()
  await on.composer.button('Open').click()
  await expect(current).toHaveValue('Call me at [removed].')

  // From the current text: the own one stays at hand.
  await button('Start from the current text').click()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('Call me at [removed].')
  await expect(own).toHaveValue('Call me at 555-0199 *before six*.')
  await expectAccessible(page)
  await picture('edit-conflict-own-text')
  await button('Go back to my text').click()
  await expect(text).toHaveValue('Call me at 555-0199 *before six*.')
  await expect(own).toHaveCount(0)
  await text.fill('Call me *before six*.')

  // A second change comes first; then the writer's own text replaces it knowingly.
  await storeAsAdmin('Call me.')
  await submit.click()
  await expect(current).toHaveValue('Call me.')
  await button('Keep my text').click()
  await expect(current).toHaveCount(0)
  await expect(text).toBeFocused()
  await submit.click()
  await expect(region).toBeHidden()
  await expect(on.discussion.post(2)).toContainText('Call me before six.')
})

test('a title that another has changed meanwhile is replaced at the second attempt only', {
  tag: '@long',
}, async ({ page, forum, on, watch, openDiscussion, picture }) => {
  watch.expect(/status 409/)
  const { id } = await openDiscussion({ title: 'Old pier' }, { username: 'harbourmaster', is: 'moderator' })
  await on.discussion.controls.choose('Rename')
  const dialog = on.dialog.called('Rename discussion')
  await dialog.getByLabel('Title').fill('Pier one')
  await sendAs(forum, admin, 'PATCH', `/discussions/${id}`, {
    type: 'discussions',
    attributes: { title: 'The old pier' },
  })
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog).toContainText('It is now: “The old pier”')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByLabel('Title')).toHaveValue('Pier one')
  await expectAccessible(page)
  await picture('rename-conflict')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(on.discussion.title).toHaveText('Pier one')
})
