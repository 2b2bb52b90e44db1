import { contentPlain, createMarkup } from '@parley/shared/markup'
import { growthOf, proportionalGrowth } from '@parley/testing/growth'
import { attacks, disallowedMarkup } from '@parley/testing/markup'
import { expect, test } from 'vitest'
import emoticons from './markup/index.ts'

const markup = createMarkup({ syntaxes: [emoticons] })
const html = (source: string) => markup.renderHtml(source).replaceAll('\n', '')

test.each([
  [":) :D :P :( :| ;) :'( :O", '🙂 😃 😛 🙁 😐 😉 😢 😮'],
  ['so >:(', 'so 😡'],
  ['a:Db:)):(', 'a😃b🙂)🙁'],
  ['**:)** and [:D](/d)', '<strong>🙂</strong> and <a href="/d">😃</a>'],
  [':smile: :p :d ;( 8)', ':smile: :p :d ;( 8)'],
  ['\\:) :\\)', ':) :)'],
  ['🙂 :)', '🙂 🙂'],
])('%s', (source, expected) => {
  expect(html(source)).toBe(`<p>${expected}</p>`)
})

test.each([
  ['`:)` ``:D``', '<p><code>:)</code> <code>:D</code></p>'],
  ['```\n:)\n```', '<pre tabindex="0"><code>:)</code></pre>'],
  ['    :)', '<pre tabindex="0"><code>:)</code></pre>'],
])('code keeps %j', (source, expected) => {
  expect(html(source)).toBe(expected)
})

test('addresses keep theirs', () => {
  expect(html('http://a.b/:D/:P')).toContain('href="http://a.b/:D/:P"')
  expect(html('[a](/:D)')).toContain('href="/:D"')
  expect(html('http://a.b/:D')).toContain('>http://a.b/:D</a>')
})

test('excerpts have the emoji', () => {
  expect(contentPlain(html('Yes **:)** `:)`'))).toBe('Yes 🙂 :)')
})

test('nothing dangerous comes of attacks with emoticons', () => {
  const found = attacks.flatMap((attack) => disallowedMarkup(html(`:)${attack}:(`), [emoticons]))
  expect(found).toEqual([])
})

test('ten thousand emoticons take proportional time', async () => {
  const make = (size: number) => ":'(>:(:D".repeat(size)
  expect(await growthOf(make, html, 600)).toBeLessThan(proportionalGrowth)
})
