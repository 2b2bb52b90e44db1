import {
  admin,
  describeExtension,
  eachTestForum,
  makeDiscussion,
  readExtension,
  replyTo,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { picturePath, pictureSet } from './shared/picture.ts'

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

  test('pictures are kept by browsers; others are not there', async () => {
    const forum = await open({ extensions: [extension] })
    for (const character of ['🙂', '❤️', '👁️‍🗨️', '❤️‍🔥', '🇩🇪']) {
      const { status, headers, text } = await forum.guest().get(picturePath(character))
      expect({ character, status, type: headers['content-type'] }).toEqual({
        character,
        status: 200,
        type: 'image/svg+xml',
      })
      expect(headers['cache-control']).toContain('immutable')
      expect(text).toMatch(/^<svg /)
    }
    const names = ['zz.svg', '1f642', '1f642.png', '..%2F1f642.svg', '%2e%2e/package.json', '2764-fe0f.svg']
    const others = [...names.map((name) => `${pictureSet}/${name}`), '0/1f642.svg']
    for (const path of others) {
      const { status } = await forum.guest().get(`/assets/emoji/${path}`)
      expect({ path, status }).toEqual({ path, status: 404 })
    }
  })

  test('the style of emoji is an attribute of the forum, and one of two', async () => {
    const forum = await open({ extensions: [extension] })
    const style = async () => (await forum.guest().get('/api')).body.data.attributes['flamoji.emoji_style']
    expect(await style()).toBe('twemoji')
    const asAdmin = await forum.as(admin)
    const save = async (value: string) =>
      (await asAdmin.post('/api/settings', { 'the-turk-flamoji.emoji_style': value })).status
    expect(await save('native')).toBe(204)
    expect(await style()).toBe('native')
    expect(await save('apple')).toBe(422)
  })
})
