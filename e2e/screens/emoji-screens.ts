import { makeDiscussion } from '@parley/testing/discussions'
import { adminPage } from './admin-screens.ts'
import type { Screen, Stage } from './stage.ts'

const asMember = (what: string, open: Screen['open']): Screen => ({ what, as: 'member', open })

async function beginReply({ on, samples }: Stage): Promise<void> {
  await on.discussion.goto(samples.rich.id)
  await on.discussion.replyLink.click()
}

/** The screens of emoji. */
export const emojiScreens: Readonly<Record<string, Screen>> = {
  'emoji-posts': asMember('`/d/{id}`, with emoji', async ({ forum, on, samples }) => {
    const user_id = samples.author.id
    const { id } = await makeDiscussion(forum, {
      title: 'Who comes along?',
      user_id,
      posts: [
        { user_id, content: 'We row to the island :) Bring 🧺, 🕶️ and a friend 👩🏽‍🚀.' },
        { user_id, content: '🎉 🛶' },
      ],
    })
    await on.discussion.goto(id)
    await on.discussion.post(2).locator('img.emoji').last().waitFor()
  }),
  'emoji-suggestions': asMember('composer, suggestions of emoji', async (stage) => {
    await beginReply(stage)
    await stage.on.composer.text.pressSequentially('We did :part')
    await stage.page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  }),
  'emoji-picker': asMember('composer, picker of emoji', async (stage) => {
    await beginReply(stage)
    await stage.on.composer.button('Emoji').click()
    await stage.page.getByRole('grid', { name: 'Emoji' }).waitFor()
  }),
  'admin-emoji': {
    ...adminPage('/admin/extensions/emoji', '', ({ page }) =>
      page.getByRole('checkbox', { name: 'Flags', exact: true }).waitFor(),
    ),
    what: '`/admin/extensions/{id}`, settings of emoji',
  },
}
