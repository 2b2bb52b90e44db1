import { expect, test } from '@parley/testing/journey'
import { administrator } from '@parley/testing/start-forum'

test.use({ database: 'postgres' })
test.skip(({ isPhone }) => isPhone, 'The width makes no difference to the database.')

test('a forum on PostgreSQL takes a discussion and a reply', async ({ page, on }) => {
  await page.goto('/login')
  await on.session.fillLogIn(administrator)
  await on.session.submit('Log in').click()
  await on.index.startLink.click()
  await on.composer.title.fill('Kept elsewhere')
  await on.composer.text.fill('Is it the same?')
  await on.composer.submit.click()
  await expect(on.discussion.title).toHaveText('Kept elsewhere')
  await on.discussion.replyLink.click()
  await on.composer.text.fill('It is.')
  await on.composer.submit.click()
  await expect(on.discussion.postSaying('It is.')).toHaveCount(1)
  await on.index.goto()
  await expect(on.index.row('Kept elsewhere')).toContainText('1 reply')
})
