import { join } from 'node:path'
import { eachTestForum, openConversation, readExtension, textsOf } from '@parley/testing'
import { expect, test } from 'vitest'

const extensions = await Promise.all(
  ['emoji', 'mentions'].map((id) => readExtension(join(import.meta.dirname, '../../..', id))),
)

eachTestForum((open) => {
  test('an emoticon in a mention is part of the name', async () => {
    const { post, potato } = await openConversation(open, extensions)
    const content = `@"Ann :)"#${potato.id} :) @"Bob :D"#999`
    const { content: stored, html } = textsOf(await post(content))
    expect(stored).toContain(' :) @"Bob :D"#999')
    expect(html).toMatch(/<a [^>]*class="UserMention"[^>]*>@POTATO\$<\/a> 🙂 @&quot;Bob :D&quot;#999<\/p>/)
  })
})
