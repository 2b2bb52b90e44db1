import { join } from 'node:path'
import { admin, eachTestForum, makeUser, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(join(import.meta.dirname, '..'))

eachTestForum((open) => {
  test('administrators preview raw HTML as readers would see it; nothing is stored', async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin.id)
    const preview = async (body: object, client = asAdmin) => {
      const { status, body: answer } = await client.post('/api/pages/preview', body)
      return [
        status,
        status === 200 ? (answer as unknown as { html: string }).html : answer.errors?.[0]?.source?.pointer,
      ]
    }
    expect(await preview({ content: '<p onclick="x()">Hi<script>x</script>' })).toEqual([200, '<p>Hi</p>'])
    const refused = [422, '/data/attributes/content']
    expect(await preview({})).toEqual(refused)
    expect(await preview({ content: ['a'] })).toEqual(refused)
    expect(await preview({ content: '<div>'.repeat(300) })).toEqual(refused)
    expect((await preview({ content: 'a' }, await forum.as(await makeUser(forum))))[0]).toBe(403)
    expect((await asAdmin.get('/api/pages')).body.data).toEqual([])
  })
})
