import { brackets, people } from '@parley/testing/markup'
import { describe, expect, test } from 'vitest'
import { createMarkup } from './markup.ts'
import { deleted } from './references.ts'
import { element, type MarkupSyntax } from './syntax.ts'

const markup = createMarkup({ syntaxes: [brackets, people] })
const html = (source: string) => markup.renderHtml(source)

describe('tags in brackets', () => {
  test.each([
    ['[b]x[/b]', '<p><b>x</b></p>\n'],
    ['[B]*x*[/b]', '<p><b><em>x</em></b></p>\n'],
    ['**a [b]b** c[/b]', '<p>**a <b>b** c</b></p>\n'],
    ['*a [b]b[/b] c*', '<p><em>a <b>b</b> c</em></p>\n'],
    ['[B:1]a[b]b[/b][/b:1]', '<p><b>a<b>b</b></b></p>\n'],
    ['[b]open', '<p><b>open</b></p>\n'],
    ['[b]a\n\nb[/b]', '<p><b>a</b></p>\n<p>b[/b]</p>\n'],
    ['[b=x]y[/b]', '<p><b>y</b></p>\n'],
    [
      '[size=99]q[/size] [size=2]r[/size]',
      '<p><span style="font-size:36px">q</span> <span style="font-size:8px">r</span></p>\n',
    ],
    ['[size=big]q[/size]', '<p>[size=big]q[/size]</p>\n'],
    ['[size]q[/size]', '<p>[size]q[/size]</p>\n'],
    ['[unknown]q[/unknown]', '<p>[unknown]q[/unknown]</p>\n'],
    ['[b]||a[/b]||', '<p><b>||a</b>||</p>\n'],
    ['[b][size=9]a[/b]c[/size]', '<p><b><span style="font-size:9px">a</span></b>c[/size]</p>\n'],
    ['`[b]x[/b]`', '<p><code>[b]x[/b]</code></p>\n'],
    ['\\[b]x', '<p>[b]x</p>\n'],
    ['[[b]x[/b]](/y)', '<p><a href="/y"><b>x</b></a></p>\n'],
    ['[img alt="a \\" b"]http://a.b/c.png[/img]', '<p><img src="http://a.b/c.png" alt="a &quot; b"></p>\n'],
    ['[url=/rel]*x*[/url]', '<p><a href="/rel"><em>x</em></a></p>\n'],
    [
      '[url="http://a.b/(c)" title="t"]x[/url]',
      '<p><a href="http://a.b/%28c%29" title="t" rel="ugc nofollow noopener">x</a></p>\n',
    ],
    ['[url=javascript:alert(1)]*x*[/url]', '<p>[url=javascript:alert(1)]<em>x</em>[/url]</p>\n'],
    [
      '[url=/a]x [y](/b) http://c.d [url=/e]z[/url][/url]',
      '<p><a href="/a">x [y](/b) http://c.d [url=/e]z[/url]</a></p>\n',
    ],
    ['[x [url=/b]y[/url]](/a)', '<p><a href="/a">x [url=/b]y[/url]</a></p>\n'],
    ['[img]javascript:*x*[/img]', '<p>[img]javascript:<em>x</em>[/img]</p>\n'],
  ])('%j', (source, expected) => {
    expect(html(source)).toBe(expected)
  })

  test.each([
    ['[center]a[/center]', '<center>\n<p>a</p>\n</center>\n'],
    [
      'before [center]a\n\n- b\n[/center] after\nmore',
      '<p>before</p>\n<center>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</center>\n<p>after<br>\nmore</p>\n',
    ],
    [
      '[quote="A B"]a [quote]b[/quote] c[/quote]',
      '<blockquote>\n<cite>A B</cite>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>\n</blockquote>\n',
    ],
    [
      '> [quote]a\n> b[/quote]\n\nc',
      '<blockquote>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</blockquote>\n<p>c</p>\n',
    ],
    [
      '- [quote]a\n\n  b[/quote]\n- c',
      '<ul>\n<li>\n<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n</li>\n<li>c</li>\n</ul>\n',
    ],
    [
      '[list][*]a[*]b\n\nc[/list]',
      '<ul class="letters">\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n</ul>\n',
    ],
    ['[*]a', '<p>[*]a</p>\n'],
    ['[quote]open\nline\n\nafter', '<blockquote>\n<p>open<br>\nline</p>\n</blockquote>\n<p>after</p>\n'],
    ['[code]\n[b]a[/b]\n\n*b*\n[/code]', '<pre><code>[b]a[/b]\n\n*b*\n</code></pre>\n'],
    ['```\n[quote]a[/quote]\n```', '<pre tabindex="0"><code>[quote]a[/quote]\n</code></pre>\n'],
    ['# [quote]a[/quote]', '<h2>[quote]a[/quote]</h2>\n'],
    ['`[quote]` and `[/quote]`', '<p><code>[quote]</code> and <code>[/quote]</code></p>\n'],
  ])('blocks %j', (source, expected) => {
    expect(html(source)).toBe(expected)
  })

  test('a tag in the wrong place gives a diagnostic', () => {
    expect(markup.parse('# [quote]a[/quote]\n\n[*]').diagnostics).toEqual([
      { message: 'Tag requires an ancestor', tag: '*' },
      { message: 'Tag is not allowed in this context', tag: 'quote' },
    ])
  })
})

test('words are replaced everywhere except in code and addresses', () => {
  expect(html('foo:) `:)` >:( :)) http://a.b/:Dc')).toBe(
    '<p>foo🙂 <code>:)</code> 😡 😀 <a href="http://a.b/:Dc" rel="ugc nofollow noopener">http://a.b/:Dc</a></p>\n',
  )
})

describe('references', () => {
  const source =
    '> @"Old"#1 said\n\n@"Old"#1 and `@"Old"#1`, @"Gone"#2 [x @"Old"#1](/y) a@"Old"#1\n\n|@"Old"#1|\n|-|\n|`@"Old"#1` @"Old"#1|'
  const facts = new Map<string, unknown>([
    ['1', { name: 'New "#<Name>' }],
    ['2', deleted],
  ])
  const options = { facts: ({ id }: { id: string }) => facts.get(id), translate: (key: string) => `[${key}]` }

  test('are looked up in one batch and filled into stored HTML', () => {
    const stored = markup.renderStored(markup.parse(source))
    expect(markup.references(stored).map(({ id }) => id)).toEqual(['1', '1', '2', '1', '1'])
    const shown = '<a href="/u/1" class="Person">@New &quot;#&lt;Name&gt;</a>'
    expect(markup.fill(stored, options)).toContain(
      `<p>${shown} and <code>@&quot;Old&quot;#1</code>, <span class="Person--deleted">@[deleted]</span> <a href="/y">x @&quot;Old&quot;#1</a> a@&quot;Old&quot;#1</p>`,
    )
  })

  test('stay text without a target', () => {
    expect(html('@"Nobody <b>"#9')).toBe('<p>@&quot;Nobody &lt;b&gt;&quot;#9</p>\n')
  })

  test('cannot be forged', () => {
    const forged = '\u0001{"reference":"person","id":"1","source":"<script>"}\u0001'
    expect(html(forged)).toBe(
      '<p>{&quot;reference&quot;:&quot;person&quot;,&quot;id&quot;:&quot;1&quot;,&quot;source&quot;:&quot;&lt;script&gt;&quot;}</p>\n',
    )
  })

  test('get their current names for editing, all else stays as typed', () => {
    expect(markup.withCurrentNames(source, options)).toBe(
      '> @"New _<Name>"#1 said\n\n@"New _<Name>"#1 and `@"Old"#1`, @"[deleted]"#2 [x @"Old"#1](/y) a@"Old"#1\n\n|@"New _<Name>"#1|\n|-|\n|`@"Old"#1` @"New _<Name>"#1|',
    )
    expect(markup.withCurrentNames('a\r\n@"X"#9')).toBe('a\n@"X"#9')
    expect(markup.withCurrentNames('[quote]@"A"#1[/quote] `@"A"#1` @"A"#1', options)).toBe(
      '[quote]@"New _<Name>"#1[/quote] `@"A"#1` @"New _<Name>"#1',
    )
    expect(markup.withCurrentNames('`@"B"#2` @"A"#1 @"B"#2', options)).toBe(
      '`@"B"#2` @"New _<Name>"#1 @"[deleted]"#2',
    )
  })

  test('are shown by name in plain text', () => {
    expect(markup.plainText(markup.parse('hi @"Old"#1 ||secret||'), options)).toBe('hi @New "#<Name>')
  })
})

test('the version depends on the core and on each syntax', () => {
  const plain = createMarkup().version
  expect(plain).toMatch(/^\d+-[\da-f]{8}$/)
  expect(markup.version).not.toBe(plain)
  expect(createMarkup({ syntaxes: [brackets, { ...people, version: 4 }] }).version).not.toBe(markup.version)
})

test.each<[string, Partial<MarkupSyntax>]>([
  ['element', { elements: { script: {} } }],
  ['handler', { elements: { p: { onclick: 'text' } } }],
  ['style', { elements: { p: { style: 'text' } } }],
  ['class', { elements: { p: { class: /x/ } } }],
  ['address', { elements: { a: { href: 'text' } } }],
  ['tag twice', { tags: [...(brackets.tags ?? []), ...(brackets.tags ?? [])] }],
  ['trigger', { inline: [{ triggers: '', match: () => undefined }] }],
])('an error for an invalid %s names the syntax', (_, fault) => {
  expect(() => createMarkup({ syntaxes: [{ name: 'bad', version: 1, ...fault }] })).toThrow(
    /^markup syntax bad: /,
  )
})

test('a syntax may transform elements of Markdown', () => {
  const framed = createMarkup({
    syntaxes: [
      {
        name: 'framed',
        version: 1,
        elements: { blockquote: { class: ['uncited'] }, u: {} },
        transforms: {
          blockquote: ({ children = [] }) =>
            element('blockquote', { class: 'uncited' }, [element('div', {}, children)]),
          em: ({ children = [] }) => element('u', {}, children),
        },
      },
    ],
  })
  expect(framed.renderHtml('> a\n> > *b*')).toBe(
    '<blockquote class="uncited">\n<div>\n<p>a</p>\n<blockquote class="uncited">\n<div>\n<p><u>b</u></p>\n</div>\n</blockquote>\n</div>\n</blockquote>\n',
  )
})

test('elements can be disabled', () => {
  const plain = createMarkup({ disabled: ['img', 'table', 'strong', 'b'], syntaxes: [brackets] })
  const document = plain.parse('![a](/b.png) **c** [b]d[/b]\n\n|e|\n|-|')
  expect(plain.render(document)).toBe('<p>![a](/b.png) **c** [b]d[/b]</p>\n<p>|e|<br>\n|-|</p>\n')
  expect(document.diagnostics.map(({ message }) => message)).toEqual(Array(4).fill('Tag is disabled'))
})

test('undeclared elements and attributes are not written', () => {
  const sneaky = createMarkup({
    syntaxes: [
      {
        name: 'sneaky',
        version: 1,
        replacements: {
          '%1': element('iframe', { src: 'https://a.b' }, ['in']),
          '%2': element('a', { href: 'javascript:alert(1)', onclick: 'x', class: 'Modal' }, ['link']),
          '%3': element('span', { class: 'spoiler"><script>' }),
          '%4': element('a', { href: '/\\evil' }, ['b']),
        },
      },
    ],
  })
  expect(sneaky.renderHtml('%1 %2 %3 %4')).toBe('<p>in <a>link</a> <span></span> <a>b</a></p>\n')
})

describe('tags without an end, and references without facts', () => {
  const figures = createMarkup({
    syntaxes: [
      {
        name: 'figures',
        version: 1,
        tags: [
          {
            name: 'figure',
            content: 'none',
            attributes: { number: /^\d+$/ },
            required: ['number'],
            render: ({ attributes: { number = '' } }) =>
              number === '0'
                ? undefined
                : { reference: 'figure', id: number, source: '', details: { number } },
          },
        ],
        references: {
          figure: {
            render: (facts) => element('em', {}, [String(facts)]),
            renderDeleted: () => 'deleted',
            renderTyped: ({ details }) => element('strong', {}, [details?.number ?? '']),
          },
        },
      },
    ],
  })

  test.each([
    ['a [figure number=1] b', '<p>a <strong>1</strong> b</p>\n'],
    ['[figure number=1][/figure]', '<p><strong>1</strong>[/figure]</p>\n'],
    ['[FIGURE number="2" ]', '<p><strong>2</strong></p>\n'],
    ['[figure] [figure number=x] [figure number=0]', '<p>[figure] [figure number=x] [figure number=0]</p>\n'],
    ['`[figure number=1]`', '<p><code>[figure number=1]</code></p>\n'],
  ])('%s', (source, expected) => {
    expect(figures.renderHtml(source)).toBe(expected)
  })

  test('facts win over what was typed, and excerpts have it', () => {
    const facts = ({ id }: { id: string }) => (id === '1' ? 'one' : undefined)
    expect(figures.renderHtml('[figure number=1] [figure number=2]', { facts })).toBe(
      '<p><em>one</em> <strong>2</strong></p>\n',
    )
    expect(figures.plainText(figures.parse('[figure number=2]'))).toBe('2')
    expect(figures.withCurrentNames('[figure number=1] a', { facts })).toBe('[figure number=1] a')
  })
})
