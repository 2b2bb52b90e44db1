import { makeDiscussion } from '@parley/testing/discussions'
import { sendAs } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

const asMember = (what: string, open: Screen['open']): Screen => ({ what, as: 'member', open })

async function follow({ forum, viewer }: Stage, title: string, subscription: string): Promise<number> {
  const { id } = await makeDiscussion(forum, { title, user_id: 1, posts: [{}, {}] })
  await sendAs(forum, viewer.id, 'PATCH', `/discussions/${id}`, {
    type: 'discussions',
    id: String(id),
    attributes: { subscription },
  })
  return id
}

/** The screens of followed and muted discussions. */
export const followingScreens: Readonly<Record<string, Screen>> = {
  following: asMember('`/following`', async (stage) => {
    await follow(stage, 'Night trains that may come back next summer', 'follow')
    await follow(stage, 'Donaudampfschifffahrtsgesellschaftskapitänsmützen', 'follow')
    await stage.page.goto('/following')
    await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
  }),
  'following-none': asMember('`/following`, empty', async ({ page }) => {
    await page.goto('/following')
    await page.getByRole('heading', { name: 'You aren’t following any discussions' }).waitFor()
  }),
  'follow-menu': asMember('menu of how to follow a discussion', async (stage) => {
    await stage.on.discussion.goto(await follow(stage, 'Night trains', 'follow'))
    await stage.page.getByRole('main').getByRole('button', { name: 'How to follow this discussion' }).click()
    await stage.page.getByRole('menu').waitFor()
  }),
  'muted-discussion': asMember('`/d/{id}`, muted', async (stage) => {
    await stage.on.discussion.goto(await follow(stage, 'Night trains', 'ignore'))
    await stage.page.getByRole('main').getByRole('button', { name: 'Muted', exact: true }).waitFor()
  }),
}
