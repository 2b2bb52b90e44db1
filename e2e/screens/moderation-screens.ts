import { makeDiscussion } from '@parley/testing/discussions'
import { changeSettings, replyAs, sendAs } from './send-as.ts'
import type { Screen, Stage, Viewer } from './stage.ts'

const seenBy =
  (as: Viewer) =>
  (what: string, open: Screen['open']): Screen => ({ what, as, open })
const asMember = seenBy('member')
const asModerator = seenBy('moderator')

const longReason = 'The same text as last week, in seven discussions: https://example.org/very-cheap-tickets'

/** Stores a discussion whose second post is reported twice. Returns its id. */
async function makeReported({ forum, makePerson }: Stage): Promise<number> {
  const spammer = await makePerson('cheap-tickets')
  const { id } = await makeDiscussion(forum, {
    title: 'Which ferry to take in winter',
    slug: 'which-ferry',
    user_id: 1,
    posts: [{}, { user_id: spammer.id, content: 'Buy cheap tickets!' }],
  })
  const post = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', id)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  await report(await makePerson('watchful-neighbor'), { reason: 'spam', reasonDetail: longReason })
  await report(await makePerson('ann'), { reason: 'off_topic' })
  return id

  function report(reporter: { id: number }, attributes: object): Promise<string> {
    const relationships = {
      post: { data: { type: 'posts', id: String(post.id) } },
      user: { data: { type: 'users', id: String(reporter.id) } },
    }
    return sendAs(forum, reporter.id, 'POST', '/flags', { type: 'flags', attributes, relationships })
  }
}

async function openReport({ on, page, samples }: Stage): Promise<void> {
  await on.discussion.goto(samples.rich.id)
  await on.discussion.postMenu(on.discussion.post(1)).choose('Report')
  await page.getByRole('dialog').getByRole('radio', { name: /^Spam/ }).check()
}

/** Opens a discussion with a reply that waits for approval. */
async function openAwaiting({ forum, on, makePerson, viewer }: Stage, own: boolean): Promise<void> {
  await changeSettings(forum, { 'flarum-approval.first_posts': '2' })
  const { id } = await makeDiscussion(forum, { title: 'Say hello', user_id: 1, posts: [{}] })
  const { id: writer } = own ? viewer : await makePerson('newcomer')
  await replyAs(forum, writer, id, 'Hello from the river.')
  await changeSettings(forum, { 'flarum-approval.first_posts': '0' })
  await on.discussion.goto(id)
  await on.discussion.post(2).getByText('Awaiting approval').first().waitFor()
}

async function suspend({ forum }: Stage, userId: number, message: string): Promise<void> {
  const suspendedUntil = new Date(Date.now() + 14 * 24 * 3600 * 1000).toISOString()
  await sendAs(forum, 1, 'PATCH', `/users/${userId}`, {
    type: 'users',
    id: String(userId),
    attributes: { suspendedUntil, suspendReason: 'Third warning', suspendMessage: message },
  })
}

async function openSuspended(stage: Stage): Promise<void> {
  await suspend(stage, stage.viewer.id, 'Three warnings were enough.\nTake a break and come back.')
  await stage.on.discussion.goto(stage.samples.rich.id)
  await stage.on.dialog.called('Your account is suspended').waitFor()
}

/** The screens of reports, approval and suspensions. */
export const moderationScreens: Readonly<Record<string, Screen>> = {
  'report-post': asMember('modal to report a post', openReport),
  'report-thanks': asMember('modal to report a post, sent', async (stage) => {
    await openReport(stage)
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Report post' }).click()
    await stage.page.getByText('Thank you for your report.').waitFor()
  }),
  'reports-none': asMember('`/flags`, empty', async ({ page }) => {
    await page.goto('/flags')
    await page.getByRole('heading', { name: 'No reported posts.' }).waitFor()
  }),
  'reported-post': asModerator('`/d/{id}`, with a reported post', async (stage) => {
    await stage.on.discussion.goto(await makeReported(stage), 2)
    await stage.page.getByRole('button', { name: 'Dismiss' }).waitFor()
  }),
  'reports-panel': {
    ...asModerator('reported posts, under their button', async (stage) => {
      await makeReported(stage)
      await stage.on.index.goto()
      await stage.page
        .getByRole('banner')
        .getByRole('link', { name: /^Reported posts/ })
        .click()
      await stage.on.dialog.called('Reported posts').getByRole('listitem').first().waitFor()
    }),
    at: ['desktop', 'tablet'],
  },
  reports: asModerator('`/flags`', async (stage) => {
    await makeReported(stage)
    await stage.page.goto('/flags')
    await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
  }),
  'awaiting-own': asMember('`/d/{id}`, with one’s own post awaiting approval', (stage) =>
    openAwaiting(stage, true),
  ),
  'awaiting-approval': asModerator('`/d/{id}`, with a post that awaits approval', (stage) =>
    openAwaiting(stage, false),
  ),
  suspend: asModerator('modal to suspend a member', async (stage) => {
    const { on, makePerson } = stage
    const { id, username } = await makePerson('rude')
    await suspend(stage, id, 'Take a break.')
    await on.user.goto(username)
    await on.user.controls.choose('Suspend')
    await on.dialog.called(`Suspend ${username}`).waitFor()
  }),
  'suspended-user': asModerator('`/u/{username}`, suspended', async (stage) => {
    const { id, username } = await stage.makePerson('rude')
    await suspend(stage, id, 'Take a break.')
    await stage.on.user.goto(username)
    await stage.on.user.name.waitFor()
  }),
  'suspension-info': asMember('modal for suspended members', openSuspended),
  'suspended-reader': asMember('`/d/{id}`, for suspended members', async (stage) => {
    await openSuspended(stage)
    await stage.page.keyboard.press('Enter')
    await stage.on.discussion.refusals('You’re suspended until').first().waitFor()
  }),
}
