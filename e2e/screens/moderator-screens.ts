import type { Screen, Stage } from './stage.ts'

async function openRich({ on, world }: Stage, near?: number): Promise<void> {
  await on.discussion.goto(world.rich.id, near)
  await on.discussion.post(near ?? 1).waitFor()
}

const asModerator = (what: string, open: Screen['open']): Screen => ({ what, as: 'moderator', open })

/** What those who look after the forum see beyond what members do. */
export const moderatorScreens: Readonly<Record<string, Screen>> = {
  'discussion-menu': asModerator('menu of a discussion', async (stage) => {
    await openRich(stage)
    await stage.on.discussion.controls.open()
  }),
  'post-menu': asModerator('menu of a post', async (stage) => {
    await openRich(stage, 2)
    const { discussion } = stage.on
    await discussion.postMenu(discussion.post(2)).open()
  }),
  rename: asModerator('modal to rename a discussion', async (stage) => {
    await openRich(stage)
    await stage.on.discussion.controls.choose('Rename')
    await stage.on.dialog.called('Rename discussion').waitFor()
  }),
  'hide-post': asModerator('question: hide a post', async (stage) => {
    await openRich(stage, 2)
    const { discussion } = stage.on
    await discussion.postMenu(discussion.post(2)).choose('Hide post')
    await stage.page.getByRole('dialog').waitFor()
  }),
}
