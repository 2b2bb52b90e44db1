import { makeDiscussion } from '@parley/testing/discussions'
import { adminPage } from './admin-screens.ts'
import { sendAs } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

/** Opens a discussion whose first post has reactions. */
async function openReactions({ forum, on, samples, makePerson }: Stage): Promise<void> {
  const user_id = samples.author.id
  const { id } = await makeDiscussion(forum, {
    title: 'The boat is painted',
    user_id,
    posts: [{ user_id, content: 'She is blue now. Look at her at the pier.' }],
  })
  const post = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', id)
    .executeTakeFirstOrThrow()
  for (const reaction of [1, 1, 5]) {
    const { id: reactor } = await makePerson('reactor')
    const data = { type: 'posts', id: String(post.id), attributes: { reaction } }
    await sendAs(forum, reactor, 'PATCH', `/posts/${post.id}`, data)
  }
  await on.discussion.goto(id)
}

/** The screens of reactions. */
export const reactionScreens: Readonly<Record<string, Screen>> = {
  'reactions-picker': {
    what: '`/d/{id}`, picker of reactions',
    as: 'member',
    async open(stage) {
      await openReactions(stage)
      await stage.on.discussion.post(1).getByRole('button', { name: 'React', exact: true }).focus()
      await stage.page.keyboard.press('Enter')
      await stage.page.getByRole('toolbar', { name: 'Reactions' }).waitFor()
    },
  },
  'reactions-list': {
    what: 'modal of those who reacted',
    as: 'administrator',
    async open(stage) {
      const { discussion, dialog } = stage.on
      await openReactions(stage)
      await discussion.postMenu(discussion.post(1)).choose('View reactions')
      await dialog.called('Reactions').getByRole('listitem').first().waitFor()
    },
  },
  'admin-reactions': {
    ...adminPage('/admin/extensions/reactions', '', ({ page }) =>
      page.getByRole('button', { name: 'Move “Heart”', exact: true }).waitFor(),
    ),
    what: '`/admin/extensions/{id}`, types of reactions',
  },
  'admin-reactions-new': {
    ...adminPage('/admin/extensions/reactions', '', async ({ page, on }) => {
      await page.getByRole('button', { name: 'Add reaction' }).click()
      await on.dialog.called('New reaction').waitFor()
    }),
    what: 'modal to add a reaction',
  },
}
