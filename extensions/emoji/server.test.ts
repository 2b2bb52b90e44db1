import {
  admin,
  describeExtension,
  eachTestForum,
  makeDiscussion,
  readExtension,
  replyTo,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

describeExtension(import.meta.dirname)

eachTestForum((open) => {
  test('emoticons become emoji in the HTML only, and are text again without the extension', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const content = 'Well :) :wave: `:D`'
    const { status, body } = await replyTo(await forum.as(admin.id), id, { content })
    expect(status).toBe(201)
    const shown = { content, contentHtml: '<p>Well 🙂 :wave: <code>:D</code></p>\n' }
    expect(body.data.attributes).toMatchObject(shown)

    const without = await open()
    const other = await makeDiscussion(without)
    const plain = await replyTo(await without.as(admin.id), other.id, { content })
    expect(plain.body.data.attributes.contentHtml).toBe('<p>Well :) :wave: <code>:D</code></p>\n')
  })
})
