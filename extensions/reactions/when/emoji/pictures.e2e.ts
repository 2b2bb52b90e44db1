import { test as base, expect } from '@parley/testing/journey'
import { settled } from '@parley/testing/pages'
import { postIds } from '../../journeys/posts.ts'
import { reactAs, set } from '../../journeys/send-as.ts'

const heart = 5

// The test changes settings.
const test = base
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('reactions are drawn as the emoji of posts, until an administrator chooses other pictures', async ({
  page,
  forum,
  on,
  openDiscussion,
  makePerson,
}) => {
  const posts = [{ content: 'The lights of the harbor.', user_id: 1 }]
  const { id } = await openDiscussion({ title: 'Drawn lights', posts }, { username: 'drawer' })
  const [post = ''] = await postIds(forum, id)
  await reactAs(forum, (await makePerson('artist')).id, post, heart)
  const glyph = on.discussion.post(1).locator('.Reactions .ReactionGlyph')
  const open = async () => {
    await page.reload()
    await settled(page)
  }
  await open()
  await expect(glyph.locator('img')).toHaveAttribute('src', /\/assets\/emoji\/[0-9a-f]+\/2764\.svg$/)
  await set(forum, { 'the-turk-flamoji.emoji_style': 'native' })
  await open()
  await expect(glyph).toHaveText('❤️')
  await expect(glyph.locator('img')).toHaveCount(0)
  await page.route('**/own-pictures/2764.png', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  await set(forum, { 'fof-reactions.cdnUrl': `${forum.url}/own-pictures/[codepoint].png` })
  await open()
  await expect(glyph.locator('img')).toHaveAttribute('src', `${forum.url}/own-pictures/2764.png`)
})
