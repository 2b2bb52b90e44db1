import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { drawings, dropped, elements } from './allowed.ts'
import { withAnchors } from './anchors.ts'
import { cleanHtml, TooDeep } from './clean-html.ts'
import { HeadingIds } from './heading-ids.ts'

describe('what is taken out', () => {
  test.each([
    ['scripts', 'a<script>alert(1)</script>b', 'ab'],
    ['scripts that never end', 'a<script>alert(1)', 'a'],
    ['event handlers', '<p onclick="x()" OnLoad=y>a</p>', '<p>a</p>'],
    ['the base of addresses', '<base href="https://evil.example/">a', 'a'],
    [
      'forms, whose words stay',
      '<form action="/x"><label>Name</label><input><button>Go</button></form>',
      'Name',
    ],
    ['frames', '<iframe src="/x">y</iframe><object data="/x">z</object><embed src="/x">a', 'a'],
    [
      'style sheets',
      '<style>body { display: none }</style><link rel="stylesheet" href="/x"><meta charset="x">a',
      'a',
    ],
    [
      'what a browser reads as text',
      '<noscript><p title="</noscript><img src=x onerror=y>">',
      '<img src="x">"&gt;',
    ],
    ['comments', 'a<!-- b -->c', 'ac'],
    [
      'the document around',
      '<!doctype html><html><head><title>T</title></head><body class="x"><p>a</body></html>',
      '<p>a</p>',
    ],
    [
      'mathematics',
      '<math><mi><table><mglyph><style><img src=x onerror=y></style></mglyph></table></mi></math>a',
      'a',
    ],
    [
      'HTML in drawings',
      '<svg><foreignObject><p>a</p></foreignObject><title><b>c</b></title><path d="M0 0"></path></svg>',
      '<svg><path d="M0 0"></path></svg>',
    ],
    [
      'scripts and addresses in drawings',
      '<svg viewBox="0 0 1 1" onload="x()"><script>y</script><a href="javascript:z"><rect width="1"/></a></svg>',
      '<svg viewBox="0 0 1 1"></svg>',
    ],
    ['unknown elements, whose contents stay', '<x-gong a="b"><b>c</b></x-gong>', '<b>c</b>'],
    ['landmarks that the page has', '<main><p>a</p></main>', '<p>a</p>'],
  ])('%s', (_name, source, clean) => expect(cleanHtml(source)).toBe(clean))

  test.each([
    ...[
      'javascript:x',
      'JAVASCRIPT:x',
      ' javascript:x',
      'java\tscript:x',
      'java\nscript:x',
      '\u0001javascript:x',
    ],
    ...['data:text/html,x', 'vbscript:x', 'blob:x', 'file:///x', 'jav&#x0A;ascript:x', 'javascript&colon;x'],
  ])('a link to %j', (address) => expect(cleanHtml(`<a href="${address}">a</a>`)).toBe('<a>a</a>'))

  test.each([
    'https://a.example/b?c#d',
    '//a.example',
    '/p/1',
    'p',
    '?a=b:c',
    '#',
    '#top',
    'mailto:a@b',
    'tel:+1',
  ])('a link to %s stays', (address) =>
    expect(cleanHtml(`<a href="${address}">a</a>`)).toBe(`<a href="${address}">a</a>`),
  )

  test('addresses of pictures are of the web or hold the picture', () => {
    const srcs = ['https://a.example/b.png', 'data:image/png;base64,AA', 'javascript:x', 'data:text/html,x']
    expect(srcs.map((src) => cleanHtml(`<img src="${src}" alt="">`))).toEqual([
      '<img src="https://a.example/b.png" alt="">',
      '<img src="data:image/png;base64,AA" alt="">',
      '<img alt="">',
      '<img alt="">',
    ])
  })

  test('a link in a new tab does not reach back', () => {
    expect(cleanHtml('<a href="/" target="_blank" rel="opener">a</a><a target="_top">b</a>')).toBe(
      '<a href="/" target="_blank" rel="noopener">a</a><a>b</a>',
    )
  })

  test('names are none of the page around, and what refers to them follows', () => {
    const source =
      '<i id="app">a</i><a name="b" href="#app">c</a><p aria-labelledby="app x" id="">d</p><img usemap="#m"><map name="m"></map>'
    expect(cleanHtml(source)).toBe(
      '<i id="section-app">a</i><a name="section-b" href="#section-app">c</a>' +
        '<p aria-labelledby="section-app section-x">d</p><img usemap="#section-m"><map name="section-m"></map>',
    )
    const drawing = '<svg><linearGradient id="sky"></linearGradient><rect fill="url(#sky)"></rect></svg>'
    expect(cleanHtml(drawing)).toBe(
      '<svg><linearGradient id="section-sky"></linearGradient><rect fill="url(#section-sky)"></rect></svg>',
    )
  })
})

test('what is nested too deeply is refused', () => {
  expect(cleanHtml('<div>'.repeat(250))).toBe('<div>'.repeat(250) + '</div>'.repeat(250))
  expect(() => cleanHtml('<div>'.repeat(251))).toThrow(TooDeep)
  expect(() => cleanHtml('<div>'.repeat(100_000))).toThrow(TooDeep)
})

test('what a parser would multiply is refused, and many headings with the same words are not', () => {
  const open = Array.from({ length: 200 }, (_, index) => `<b class=c${index}>`).join('')
  expect(() => cleanHtml(`<p>${open}${'<p>x'.repeat(3000)}`)).toThrow(TooDeep)
  expect(cleanHtml('<h2>a</h2>'.repeat(20_000))).toContain('id="section-a-20000"')
})

describe('headings', () => {
  test('of HTML become links to themselves, with ids of their own', () => {
    const source =
      '<h2>One <i>and</i> two</h2><h3 id="x">Three</h3><h2>one and TWO</h2><h2><a href="/">Four</a></h2><h2> </h2>'
    expect(cleanHtml(source)).toBe(
      '<h2 id="section-one-and-two"><a class="pages-anchor" href="#section-one-and-two">One <i>and</i> two</a></h2>' +
        '<h3 id="section-x"><a class="pages-anchor" href="#section-x">Three</a></h3>' +
        '<h2 id="section-one-and-two-2"><a class="pages-anchor" href="#section-one-and-two-2">one and TWO</a></h2>' +
        '<h2 id="section-four"><a href="/">Four</a></h2><h2> </h2>',
    )
  })

  test('inside a link are no links', () => {
    expect(cleanHtml('<a href="/"><h2>One</h2></a>')).toBe('<a href="/"><h2>One</h2></a>')
  })

  test('of markup do so, too', () => {
    expect(
      withAnchors('<h2>A &amp; b</h2>\n<p>x</p>\n<h3><a href="/">c</a></h3>\n<h2>!</h2>\n<h2>a b</h2>'),
    ).toBe(
      '<h2 id="section-a-b"><a class="pages-anchor" href="#section-a-b">A &amp; b</a></h2>\n<p>x</p>\n' +
        '<h3 id="section-c"><a href="/">c</a></h3>\n<h2>!</h2>\n' +
        '<h2 id="section-a-b-2"><a class="pages-anchor" href="#section-a-b-2">a b</a></h2>',
    )
  })

  test('have ids in every script, of bounded length, that no other has', () => {
    const ids = new HeadingIds(['section-a', 'section-a-2'])
    expect(ids.next('A')).toBe('section-a-3')
    expect(ids.next('Über uns: 駅 و مرحبا')).toBe('section-über-uns-駅-و-مرحبا')
    expect(ids.next('x'.repeat(500))).toBe(`section-${'x'.repeat(80)}`)
    expect(ids.next('… !')).toBeUndefined()
  })
})

describe('whatever the source is', () => {
  const names = [
    ...elements,
    ...dropped,
    ...drawings,
    'svg',
    'form',
    'html',
    'body',
    'main',
    'marquee',
    'gong',
    'foreignObject',
  ]
  const attributes = [
    ...[
      'onclick="x()"',
      'onerror=x',
      'href="javascript:x"',
      'src="javascript:x"',
      'id=app',
      'style="color: red"',
    ],
    ...[
      'srcdoc="<script>x</script>"',
      'formaction="javascript:x"',
      'xlink:href="javascript:x"',
      "title='\"><script>'",
    ],
  ]
  const piece = fc.oneof(
    fc
      .tuple(fc.constantFrom(...names), fc.subarray(attributes))
      .map(([name, some]) => `<${name} ${some.join(' ')}>`),
    fc.constantFrom(...names).map((name) => `</${name}>`),
    fc.constantFrom(
      'a',
      '&lt;script&gt;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<',
      '"',
      '/>',
      '\u0000',
      '&#0;',
      '</',
    ),
    fc.string({ maxLength: 5 }),
  )
  const sources = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  /** All elements of a fragment. */
  function* elementsOf({
    childNodes,
  }: DefaultTreeAdapterTypes.ParentNode): Generator<DefaultTreeAdapterTypes.Element> {
    for (const child of childNodes) {
      if (!('tagName' in child)) continue
      yield child
      yield* elementsOf(child)
    }
  }

  test('a browser finds nothing in it that could run, and the page around stays whole', () => {
    fc.assert(
      fc.property(sources, (source) => {
        const page = parseFragment(
          `<main><div id="around">${cleanHtml(source)}</div><p id="after">z</p></main>`,
        )
        const [main] = page.childNodes as DefaultTreeAdapterTypes.Element[]
        expect(page.childNodes).toHaveLength(1)
        const ids = main?.childNodes.map((child) => 'attrs' in child && child.attrs[0]?.value)
        expect(ids).toEqual(['around', 'after'])
        const [around] = (main?.childNodes ?? []) as DefaultTreeAdapterTypes.Element[]
        if (!around) throw new Error('there is no page')
        for (const { tagName, attrs } of elementsOf(around)) {
          expect(elements.has(tagName) || drawings.has(tagName)).toBe(true)
          for (const { name, value } of attrs) {
            expect(name).not.toMatch(/^on|srcdoc|action/)
            expect(name === 'href' || name === 'src' ? value : '').not.toMatch(/script:/i)
            if (name === 'id') expect(value).toMatch(/^section-/)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})
