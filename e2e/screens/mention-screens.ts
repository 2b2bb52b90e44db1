import { makeDiscussion } from '@parley/testing/discussions'
import { replyAs } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

const asMember = (what: string, open: Screen['open']): Screen => ({ what, as: 'member', open })

const answers = ['So did we.', 'We met there in June.', 'It is quiet in the morning.']

/** Opens a discussion whose first post five people have replied to, at its last post. */
async function openMentioned({ forum, on, makePerson }: Stage, near?: number): Promise<number> {
  const author = await makePerson('marguerite')
  const { id, first_post_id } = await makeDiscussion(forum, {
    title: 'Where to swim before breakfast',
    slug: 'where-to-swim',
    user_id: author.id,
    posts: [{ user_id: author.id, content: 'We found a beach below the old mill.' }],
  })
  for (const name of ['ann', 'bartholomew', 'cleo', 'dora', 'emil']) {
    const { id: writer } = await makePerson(name)
    const text = answers[name.length % answers.length]
    await replyAs(forum, writer, id, `@"${author.username}"#p${first_post_id} ${text} @"x"#${author.id}?`)
  }
  await on.discussion.goto(id, near)
  await on.discussion.post(1).locator('.MentionedBy').waitFor()
  return id
}

/** The screens of mentions. */
export const mentionScreens: Readonly<Record<string, Screen>> = {
  'mention-suggestions': asMember('composer, suggestions of mentions', async ({ on, page, samples }) => {
    await on.discussion.goto(samples.rich.id)
    await on.discussion.replyLink.click()
    await on.composer.text.pressSequentially('Thank you, @m')
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  }),
  'mentioned-post': asMember('`/d/{id}`, with mentions', openMentioned),
  'replies-to-post': asMember('modal with the replies to a post', async (stage) => {
    await openMentioned(stage)
    await stage.page.getByRole('button', { name: /^\d others$/ }).click()
    await stage.on.dialog.called('Replies to this post').getByRole('listitem').first().waitFor()
  }),
  'mention-card': {
    what: 'card of a mentioned post',
    as: 'member',
    at: ['desktop'],
    holdsPointer: true,
    async open({ forum, on, page, samples, viewer }) {
      const { first_post_id } = await makeDiscussion(forum, {
        title: 'Elsewhere',
        user_id: samples.author.id,
        posts: [{ user_id: samples.author.id, content: 'The ferry leaves from the other side.' }],
      })
      // Of another author: members wait ten seconds between their posts.
      const { id } = await makeDiscussion(forum, {
        title: 'At the pier',
        user_id: samples.author.id,
        posts: [{}],
      })
      await replyAs(forum, viewer.id, id, `@"x"#p${first_post_id} has the timetable.`)
      await on.discussion.goto(id)
      // A card that was opened by focus stays open when the direction of the page changes.
      await page.keyboard.press('Tab')
      await page.locator('.PostMention').focus()
      await page.getByRole('dialog', { name: 'Post #1' }).getByText('The ferry leaves').waitFor()
    },
  },
  'quote-button': asMember('`/d/{id}`, with a selected text', async ({ on, page, samples }) => {
    await on.discussion.goto(samples.rich.id, 3)
    await on.discussion
      .post(3)
      .locator('.Post-body')
      .evaluate((body) => getSelection()?.selectAllChildren(body))
    await page.getByRole('button', { name: 'Quote' }).waitFor()
  }),
  'user-mentions': asMember('`/u/{username}/mentions`', async ({ forum, page, samples, viewer }) => {
    const { id } = await makeDiscussion(forum, {
      title: 'Roll call',
      user_id: samples.author.id,
      posts: [{}],
    })
    await replyAs(forum, 1, id, `@"x"#${viewer.id} is here, and brings the soup.`)
    await page.goto(`/u/${viewer.username}/mentions`)
    await page.locator('.PostsListItem').waitFor()
  }),
  'user-mentions-none': asMember('`/u/{username}/mentions`, empty', async ({ page, viewer }) => {
    await page.goto(`/u/${viewer.username}/mentions`)
    await page.getByRole('heading', { name: 'No posts mention you yet.' }).waitFor()
  }),
}
