import { members, moderators } from '@parley/server/actor'
import {
  createTestForum,
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  notificationsExtension,
  notify,
  readExtension,
} from '@parley/testing'
import {
  clientsOf,
  type ProbedResource,
  probePaths,
  type Viewer,
  visibilityFaults,
  writeFaults,
} from '@parley/testing/doors'
import { expect, test } from 'vitest'
import { putTags, storeTags } from './server/stored-tags.ts'

const extension = await readExtension(import.meta.dirname)

test('without the extension there are no tags', async () => {
  const statuses = async (extensions: (typeof extension)[]) => {
    const forum = await createTestForum({ extensions })
    const { relationships } = (await forum.guest().get('/api')).body.data
    return [(await forum.guest().get('/api/tags')).status, Object.hasOwn(relationships ?? {}, 'tags')]
  }
  expect(await statuses([])).toEqual([404, false])
  expect(await statuses([extension])).toEqual([200, true])
})

eachTestForum((open) => {
  test('no door shows what is in a tag to those who may not see the tag', async () => {
    const forum = await open({ extensions: [extension, notificationsExtension] })
    await storeTags(forum, [
      { id: 2, name: 'marktag', slug: 'staff', is_restricted: true, position: 1 },
      { id: 3, name: 'Child', position: 0, parent_id: 2 },
    ])
    await grant(forum, 'tag2.viewForum', [moderators])
    await grant(forum, 'postWithoutThrottle', [members])
    const author = await makeUser(forum, { username: 'author' })
    const stranger = await makeUser(forum, { username: 'stranger' })
    const moderator = await makeUser(forum, { username: 'moderator', groupIds: [moderators] })
    const resources: ProbedResource[] = []
    const add = (type: string, id: number, marker: string, visibleTo: readonly Viewer[]) =>
      void resources.push({ type: type as 'posts', id, marker, visibleTo })
    const staff = ['moderator', 'admin'] as const
    const everyone = ['guest', 'stranger', 'author', ...staff] as const
    add('tags', 2, 'marktag', staff)
    for (const { tags, visibleTo } of [
      { tags: [1], visibleTo: everyone },
      { tags: [1, 2], visibleTo: staff },
      { tags: [3], visibleTo: staff },
      { tags: [2, 3], visibleTo: staff },
    ]) {
      const marker = `mark${['', 'one', 'two', 'three', 'four'][tags.length]}x${tags.join('x')}x`
      const discussion = await makeDiscussion(forum, {
        user_id: author.id,
        title: `Findable title${marker}`,
        slug: `findable-title${marker}`,
        posts: [],
      })
      await putTags(forum, discussion, tags)
      add('discussions', discussion.id, `title${marker}`, visibleTo)
      const values = { user_id: stranger.id, content: `findable post${marker}` }
      const post = await makePost(forum, discussion.id, values)
      add('posts', post.id, `post${marker}`, visibleTo)
      const ids = [stranger.id, author.id, moderator.id, 1]
      const notice = { fromUserId: author.id, subject: { id: discussion.id } }
      await notify(forum, { type: 'discussionNoticed', ...notice } as never, ids)
    }
    const users = { stranger, author, moderator, admin: { id: 1 } }
    const clients = await clientsOf(forum, users)
    const tagPaths = [
      '/api/tags',
      '/api/tags?include=children,lastPostedDiscussion,parent',
      '/api/tags?filter[q]=m',
    ]
      .concat(
        '/api/tags/staff',
        '/api/tags/tag-3?include=parent.children',
        '/api/discussions?filter[tag]=staff',
      )
      .concat('/api/discussions?filter[-tag]=staff', '/api/discussions?filter[-tag]=untagged')
      .concat('/api/discussions?filter[q]=tag:staff', '/api/discussions?filter[q]=-tag:general findable')
      .concat(
        '/api/posts?filter[tag]=2,3',
        '/api/posts?filter[-tag]=1',
        '/api/totals/discussions?filter[tag]=staff',
      )
      .concat('/api?include=tags,tags.parent', '/api/discussions?filter[tag]=tag-3&include=tags,tags.parent')
    const paths = [...probePaths(forum, resources, author.id), ...tagPaths]
    for (const [viewer, client] of Object.entries(clients)) {
      const maySee = ({ visibleTo }: ProbedResource) => visibleTo.includes(viewer as Viewer)
      expect({ viewer, faults: await visibilityFaults(client, paths, resources, maySee) }).toEqual({
        viewer,
        faults: [],
      })
      const ofCore = resources.filter(({ type }) => type !== ('tags' as string))
      if (viewer !== 'guest') expect(await writeFaults(client, ofCore, maySee)).toEqual([])
    }
  }, 120_000)
})
