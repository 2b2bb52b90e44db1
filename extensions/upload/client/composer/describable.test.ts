import { expect, test } from 'vitest'
import { describable } from './describable.ts'

const url = 'https://forum.example/assets/files/a.png'

function described(tag: string, bbcode: string, text: string): string {
  const attached = describable({ tag, bbcode, url })
  return typeof attached === 'string' ? attached : attached.describe(text)
}

test('descriptions are quoted for tags, and escaped for Markdown', () => {
  const preview = `[upl-image-preview uuid=1 url=${url} alt={TEXT?}]`
  expect(described('image-preview', preview, 'A "red" \\ boat] $& 海')).toBe(
    `[upl-image-preview uuid=1 url=${url} alt="A \\"red\\" \\\\ boat] $& 海"]`,
  )
  expect(described('markdown-image', `![Image description](${url})`, 'a [b](c)  *d*')).toBe(
    `![a \\[b\\](c) \\*d\\*](${url})`,
  )
})

test('others are not described; without a template the address stands in the text', () => {
  expect(describable({ tag: 'file', bbcode: '[upl-file]Image description[/upl-file]', url })).toBe(
    '[upl-file]Image description[/upl-file]',
  )
  expect(describable({ tag: 'constructor', bbcode: 'x', url })).toBe('x')
  expect(describable({ tag: 'image-preview', bbcode: null, url })).toBe(url)
})
