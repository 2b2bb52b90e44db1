import { makeDiscussion } from '@parley/testing/discussions'
import { renameAsModerator } from '../rename.ts'
import type { Screen, Stage } from './stage.ts'

const asMember = (what: string, open: Screen['open'], at?: Screen['at']): Screen => ({
  what,
  as: 'member',
  open,
  ...(at && { at }),
})

async function writeReply({ on, samples }: Stage): Promise<void> {
  await on.discussion.goto(samples.rich.id)
  await on.discussion.replyLink.click()
  await on.composer.text.fill('Half a **thought**, and a list:\n\n- one\n- two')
}

async function makeNotifications({ forum, viewer }: Stage, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    const { id } = await makeDiscussion(forum, { title: `Before ${title}`, user_id: viewer.id })
    await renameAsModerator(forum, id, title)
  }
}

async function openSetting(stage: Stage, button: string): Promise<void> {
  await stage.page.goto('/settings')
  await stage.page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  await stage.page.getByRole('dialog').waitFor()
}

/** Screens for members only. */
export const memberScreens: Readonly<Record<string, Screen>> = {
  'index-member': asMember('`/` with unread discussions', async ({ on }) => {
    await on.index.goto()
    await on.index.rows.first().waitFor()
  }),
  'account-menu': asMember('menu of the account', async ({ on, isNarrow }) => {
    await on.index.goto()
    if (isNarrow) await on.header.openDrawer()
    else await on.header.account.open()
  }),
  'mark-all-as-read': asMember('question: mark everything as read', async ({ on }) => {
    await on.index.goto()
    await on.index.markAllAsRead.click()
    await on.dialog.called('Mark all discussions as read?').waitFor()
  }),
  'composer-discussion': asMember('composer, a discussion', async ({ on }) => {
    await on.index.goto()
    await on.index.startLink.click()
    await on.composer.title.fill('Where to go on the first warm day')
    await on.composer.text.fill('Somewhere **by the water**, I think.')
  }),
  'composer-reply': asMember('composer, a reply', writeReply),
  'composer-minimized': asMember('composer, minimized', async (stage) => {
    await writeReply(stage)
    await stage.on.composer.button('Minimize').click()
  }),
  'composer-full-screen': asMember(
    'composer, full screen',
    async (stage) => {
      await writeReply(stage)
      await stage.on.composer.button('Full screen').click()
    },
    ['desktop', 'tablet'],
  ),
  'composer-deleted': asMember('what was written is deleted, with Undo', async (stage) => {
    await writeReply(stage)
    await stage.on.composer.button('Delete draft').click()
    await stage.on.alerts.saying('Draft deleted.').waitFor()
  }),
  drafts: asMember('`/drafts`', async (stage) => {
    const { on, isNarrow } = stage
    await writeReply(stage)
    await on.composer.drafts.choose('Start a new discussion')
    await on.composer.title.fill('Where to go on the first warm day')
    await on.composer.text.fill('Somewhere by the water, I think.')
    // On phones discussions have no drawer.
    if (isNarrow) {
      await on.composer.drafts.choose('All drafts')
    } else {
      await on.composer.button('Minimize').click()
      await on.header.chooseFromAccount('Drafts')
    }
    await on.drafts.rows.nth(1).waitFor()
  }),
  'drafts-none': asMember('`/drafts`, empty', async ({ page, on }) => {
    await on.drafts.goto()
    await page.getByRole('heading', { name: 'No drafts' }).waitFor()
  }),
  'composer-drafts': asMember('menu of the drafts', async (stage) => {
    await writeReply(stage)
    await stage.on.composer.drafts.choose('Start a new discussion')
    await stage.on.composer.drafts.open()
  }),
  'composer-page': asMember('`/composer`', async ({ page, on }) => {
    await page.goto('/composer')
    await on.composer.title.waitFor()
  }),
  'reply-page': asMember('`/d/{id}/reply`', async ({ page, on, samples }) => {
    await page.goto(`/d/${samples.rich.id}/reply`)
    await on.composer.text.waitFor()
  }),
  notifications: asMember('notifications, under the bell or `/notifications`', async (stage) => {
    await makeNotifications(stage, ['Balcony plants for the north', 'Which ferry to take'])
    await stage.on.index.goto()
    await stage.on.notifications.open()
    await stage.on.notifications.of('Which ferry to take').first().waitFor()
  }),
  'notifications-page': asMember('`/notifications`', async (stage) => {
    await makeNotifications(stage, ['Balcony plants for the north', 'Which ferry to take'])
    await stage.on.notifications.goto()
    await stage.page.getByRole('region', { name: 'Which ferry to take' }).waitFor()
  }),
  'notifications-none': asMember('`/notifications`, empty', async ({ page, on }) => {
    await on.notifications.goto()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }),
  settings: asMember('`/settings`', async ({ page }) => {
    await page.goto('/settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
  }),
  'change-email': asMember('modal to change the address', (stage) => openSetting(stage, 'Change email')),
  'change-password': asMember('modal to change the password', (stage) =>
    openSetting(stage, 'Change password'),
  ),
  'own-profile': asMember('`/u/{username}`, one’s own, without posts', async ({ page, viewer }) => {
    await page.goto(`/u/${viewer.username}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }),
}
