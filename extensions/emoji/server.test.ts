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

  test('settings are attributes of the forum, and others than the allowed values are refused', async () => {
    const forum = await open({ extensions: [extension] })
    const { attributes } = (await forum.guest().get('/api')).body.data
    const found = Object.entries(attributes).filter(([name]) => name.startsWith('flamoji.'))
    expect(Object.fromEntries(found)).toEqual({
      'flamoji.auto_hide': true,
      'flamoji.show_preview': false,
      'flamoji.show_search': true,
      'flamoji.show_variants': true,
      'flamoji.emoji_style': 'twemoji',
      'flamoji.emoji_data': 'en',
      'flamoji.emoji_version': '12.1',
      'flamoji.initial_category': 'smileys',
      'flamoji.show_category_buttons': true,
      'flamoji.show_recents': true,
      'flamoji.recents_count': 50,
      'flamoji.specify_categories':
        '["smileys","people","animals","food","activities","travel","objects","symbols","flags"]',
    })
    const asAdmin = await forum.as(admin)
    const save = async (name: string, value: string) =>
      (await asAdmin.post('/api/settings', { [`the-turk-flamoji.${name}`]: value })).status
    expect(await save('specify_categories', '["flags","food"]')).toBe(204)
    const wrong = {
      emoji_style: ['apple', ''],
      emoji_version: ['17.0', '1'],
      recents_count: ['0', '201', 'x'],
      specify_categories: ['', '[]', '{}', '["cars"]', '["food","food"]', '[1]', 'food'],
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values)
        expect({ name, value, status: await save(name, value) }).toEqual({ name, value, status: 422 })
    }
  })
})
