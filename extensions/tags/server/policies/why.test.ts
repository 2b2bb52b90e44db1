import { join } from 'node:path'
import { members } from '@parley/server/actor'
import { createTestForum, grant, makeDiscussion, makeUser, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { putTags, storeTags } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

test('administrators are told which tag lets somebody do something, or does not', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  await storeTags(forum, [{ id: 2, name: 'Staff', is_restricted: true }])
  const discussion = await makeDiscussion(forum)
  await putTags(forum, discussion, [2])
  const { id } = await makeUser(forum)
  const admin = await forum.as(1)
  const why = async (ability: string) => {
    const query = `userId=${id}&ability=${ability}&type=discussions&id=${discussion.id}`
    const { lines } = (await admin.get(`/api/admin/why?${query}`)).body as unknown as {
      lines: { text: string }[]
    }
    return lines.map(({ text }) => text)
  }
  expect(await why('view')).toEqual(
    expect.arrayContaining([
      '“View the forum (Staff)” isn’t granted to any group.',
      'They may not see one of its tags.',
    ]),
  )
  await grant(forum, 'tag2.viewForum', [members])
  expect(await why('reply')).toEqual(
    expect.arrayContaining([
      'Reply to discussions: no',
      '“Reply to discussions (Staff)” isn’t granted to any group.',
      'One of its tags has permissions of its own, and decides.',
    ]),
  )
  await grant(forum, 'tag2.discussion.reply', [members])
  expect(await why('reply')).toEqual(
    expect.arrayContaining([
      '“Reply to discussions (Staff)” is granted to Members.',
      'Reply to discussions: yes',
    ]),
  )
})
