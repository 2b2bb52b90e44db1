import type { Post } from '@parley/shared'
import { expect, test } from 'vitest'
import type { LinkPreview } from '../shared.ts'
import { showCards } from './card.ts'
import { cardContent } from './card-content.ts'

const address = 'https://www.rail.example/night?year=2027&line=1'
const rel = 'ugc nofollow noopener'
const link = (href: string, text = href) => `<a href="${href}" rel="${rel}">${text}</a>`
const bare = link('https://www.rail.example/night?year=2027&amp;line=1')
const preview: LinkPreview = {
  site_name: 'Rail',
  title: 'Night network',
  description: 'Five new pairs',
  image: 'https://rail.example/train.jpg',
  accessed: 1,
  picture: '/link-preview/picture/a?x=1&y=2',
  icon: '/link-preview/icon/b',
}

function show(html: string, linkPreviews: Post['linkPreviews'], openLinksInNewTab = false): string {
  const forum = { 'datlechin-link-preview.openLinksInNewTab': openLinksInNewTab }
  return showCards(html, linkPreviews && ({ linkPreviews } as never), { forum } as never)
}

test('a bare link whose page is known becomes a card that keeps its address and rel', () => {
  expect(show(`<p>See ${bare} now</p>`, { [address]: preview })).toBe(
    '<p>See <a href="https://www.rail.example/night?year=2027&amp;line=1" rel="ugc nofollow noopener" class="LinkPreview Small">' +
      '<span dir="auto"><small><img src="/link-preview/icon/b" alt="" loading="lazy" decoding="async"><bdi>rail.example</bdi></small>' +
      '<b>Night network</b><span aria-hidden="true">Five new pairs</span></span>' +
      '<img src="/link-preview/picture/a?x=1&#38;y=2" alt="" loading="lazy" decoding="async"></a> now</p>',
  )
})

test('while a page is not known, its card shows the address', () => {
  const card = show(bare, { [address]: null })
  expect(card).toContain('<bdi>rail.example</bdi>')
  expect(card).toContain('<b>https://www.rail.example/night?year=2027&#38;line=1</b>')
  expect(card).not.toContain('<img')
})

test('cards open in a new tab only where the forum says so', () => {
  expect(show(bare, { [address]: preview })).not.toContain('target')
  expect(show(bare, { [address]: preview }, true)).toContain(`rel="${rel}" target="_blank" class=`)
})

test.each([
  ['of a post without previews', bare, undefined],
  ['to an address without a card', bare, { 'https://other.example/': preview }],
  [
    'with words of its own',
    link('https://www.rail.example/night?year=2027&amp;line=1', 'the plan'),
    { [address]: preview },
  ],
  [
    'with words behind an address',
    link('https://www.rail.example/night?year=2027&amp;line=1', 'https://rail.example is late'),
    { [address]: preview },
  ],
  ['within the forum', bare.replace(` rel="${rel}"`, ''), { [address]: preview }],
  [
    'with other elements inside',
    bare.replace('>http', '><em>http').replace('</a>', '</em></a>'),
    { [address]: preview },
  ],
  ['to a place that every object has', link('constructor', 'http://rail.example'), { [address]: preview }],
])('a link %s stays a link', (_, html, previews) => {
  expect(show(html, previews)).toBe(html)
})

test('a link that lacks the slash at the end of its address, or shows letters that the address escapes, becomes a card', () => {
  expect(show(link('https://a.example/', 'https://a.example'), { 'https://a.example/': null })).toContain(
    'LinkPreview',
  )
  const escaped = 'https://a.example/%C3%BC'
  expect(show(link(escaped, 'https://a.example/ü'), { [escaped]: null })).toContain('LinkPreview')
})

test('a link with a title becomes a card, too', () => {
  const html = link('https://a.example/').replace(' rel', ' title="&gt; x" rel')
  expect(show(html, { 'https://a.example/': null })).toContain('LinkPreview')
})

test('lines of links become cards one below the other, without empty lines between them', () => {
  const [a, b] = ['https://a.example/', 'https://b.example/']
  const shown = show(`<p>${link(a)}<br>\n${link(b)}<br>\nend<br>\n</p>`, { [a]: null, [b]: null })
  expect(shown.match(/LinkPreview/g)).toHaveLength(2)
  expect(shown.match(/<br>/g)).toHaveLength(1)
})

test('what other sites say of themselves stays text', () => {
  const hostile = '"><script>alert(1)</script>&lt;img src=x>'
  const content = cardContent('https://a.example/"><b>', {
    title: hostile,
    description: hostile,
    picture: hostile,
    icon: hostile,
  })
  const tags = content.match(/<\/?[a-z]+/g)
  expect(tags).toEqual('<span <small <img <bdi </bdi </small <b </b <span </span </span <img'.split(' '))
  expect(content).toContain('<b>&#34;>&#60;script>alert(1)&#60;/script>&#38;lt;img src=x></b>')
  expect(content).toContain('<img src="&#34;>&#60;script>alert(1)')
})

test('a card names the domain that the link leads to, whatever stands before it', () => {
  expect(cardContent('https://bank.example@evil.example:8080/www.', null)).toContain(
    '<bdi>evil.example:8080</bdi>',
  )
})

test('of a long domain, a card shows the end, which says to whom it belongs', () => {
  const card = cardContent(`https://bank.example.${'a.'.repeat(90)}evil.example/`, null)
  expect(card).toMatch(/<bdi>…[a.]{48}evil\.example<\/bdi>/)
})
