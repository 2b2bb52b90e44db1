import { makeDiscussion } from '@parley/testing/discussions'
import type { Screen, Stage } from './stage.ts'

async function openRichDiscussion({ on, samples }: Stage, near?: number): Promise<void> {
  await on.discussion.goto(samples.rich.id, near)
  await on.discussion.post(near ?? 1).waitFor()
}

const asModerator = (what: string, open: Screen['open']): Screen => ({ what, as: 'moderator', open })

/** Screens for moderators only. */
export const moderatorScreens: Readonly<Record<string, Screen>> = {
  'discussion-menu': asModerator('menu of a discussion', async (stage) => {
    await openRichDiscussion(stage)
    await stage.on.discussion.controls.open()
  }),
  'post-menu': asModerator('menu of a post', async (stage) => {
    await openRichDiscussion(stage, 2)
    const { discussion } = stage.on
    await discussion.postMenu(discussion.post(2)).open()
  }),
  rename: asModerator('modal to rename a discussion', async (stage) => {
    await openRichDiscussion(stage)
    await stage.on.discussion.controls.choose('Rename')
    await stage.on.dialog.called('Rename discussion').waitFor()
  }),
  'hide-post': asModerator('a post that was just hidden', async ({ on: { discussion }, page, forum }) => {
    const posts = [{ content: 'Bring boots.' }, { content: 'Buy my boots!' }]
    const { id } = await makeDiscussion(forum, { title: 'Boots', slug: 'boots', posts })
    await discussion.goto(id)
    await discussion.postMenu(discussion.post(2)).choose('Hide post')
    await page.getByText('Post hidden.').waitFor()
  }),
}
