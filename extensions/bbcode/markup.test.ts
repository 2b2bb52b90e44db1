import { createMarkup } from '@parley/shared/markup'
import { describe, expect, test } from 'vitest'
import bbcode from './markup/index.ts'

const markup = createMarkup({ syntaxes: [bbcode] })
const options = { facts: () => true, translate: (key: string) => `{${key}}` }
const html = (source: string) => markup.renderHtml(source, options).replaceAll('\n', '')
const inline = (source: string) => html(source).replace(/^<p>(.*)<\/p>$/, '$1')
const rel = 'rel="ugc nofollow noopener"'

describe('samples of the specification (api-extensions 9.5)', () => {
  test.each([
    ['[size=99]q[/size]', '<p><span style="font-size:36px">q</span></p>'],
    ['[size=2]q[/size]', '<p><span style="font-size:8px">q</span></p>'],
    ['> quote', '<blockquote class="uncited"><div><p>quote</p></div></blockquote>'],
    ['3. x\n4. y', '<ol style="list-style-type:decimal" start="3"><li>x</li><li>y</li></ol>'],
    ['[x](/rel)', '<p><a href="/rel">x</a></p>'],
    ['[list=a][*]p[/list]', '<ol style="list-style-type:lower-alpha"><li><p>p</p></li></ol>'],
    ['[url=/rel]x[/url]', '<p><a href="/rel">x</a></p>'],
    ['[y](javascript:alert(1))', '<p>[y](javascript:alert(1))</p>'],
    ['[color=#12345]x[/color]', '<p>[color=#12345]x[/color]</p>'],
    ['[img]http://a/b.png[/img]', '<p><img src="http://a/b.png" title="" alt="" loading="lazy"></p>'],
    ['[B:1]a[b]b[/b][/b:1]', '<p><b>a<b>b</b></b></p>'],
  ])('%s', (source, expected) => {
    expect(html(source)).toBe(expected)
  })
})

describe('text', () => {
  test.each([
    ['[b]a[/b][I]b[/i][u]c[/U][s]d[/s][del]e[/del]', '<b>a</b><i>b</i><u>c</u><s>d</s><del>e</del>'],
    ['[b]*a*[/b] **[i]b[/i]**', '<b><em>a</em></b> <strong><i>b</i></strong>'],
    ['[b=12]a[/b]', '<b>a</b>'],
    ['[color=Red]a[/color]', '<span style="color:red">a</span>'],
    ['[color="rebeccapurple"]a[/color]', '<span style="color:rebeccapurple">a</span>'],
    ['[color=#ABC]a[/color]', '<span style="color:#abc">a</span>'],
    ['[color=#abcd]a[/color]', '<span style="color:#abcd">a</span>'],
    ['[color=#aabbcc]a[/color]', '<span style="color:#aabbcc">a</span>'],
    ['[color=#aabbccdd]a[/color]', '<span style="color:#aabbccdd">a</span>'],
    ['[color="rgb(1, 22, 255)"]a[/color]', '<span style="color:rgb(1, 22, 255)">a</span>'],
    ['[color=rgba(1,22,255,0.5)]a[/color]', '<span style="color:rgba(1,22,255,0.5)">a</span>'],
    ['[size=12]a[/size]', '<span style="font-size:12px">a</span>'],
    ["[size='8']a[/size]", '<span style="font-size:8px">a</span>'],
    ['[size=-3]a[/size]', '<span style="font-size:8px">a</span>'],
    ['[b][size=9]a[/b]', '<b><span style="font-size:9px">a</span></b>'],
    ['[b]open', '<b>open</b>'],
    ['[b]http://a.b[/b]', `<b><a href="http://a.b" ${rel}>http://a.b</a></b>`],
    ['[color=rgb(1, 2, 3)]a[/color]', '<span style="color:rgb(1, 2, 3)">a</span>'],
    ['`[b]a[/b]` \\[b]c', '<code>[b]a[/b]</code> [b]c'],
  ])('%s', (source, expected) => {
    expect(inline(source)).toBe(expected)
  })

  test('an unclosed tag ends with its block', () => {
    expect(html('[b]a\n\nc')).toBe('<p><b>a</b></p><p>c</p>')
  })
})

describe('links and images', () => {
  test.each([
    ['[url]http://a.b/c[/url]', `<a href="http://a.b/c" ${rel}>http://a.b/c</a>`],
    [
      '[URL]https://a.b/[1]?x=*y*[/Url]',
      `<a href="https://a.b/%5B1%5D?x=*y*" ${rel}>https://a.b/[1]?x=*y*</a>`,
    ],
    ['[url]/d/1[/url]', '<a href="/d/1">/d/1</a>'],
    ['[url=http://a.b]*c*[/url]', `<a href="http://a.b" ${rel}><em>c</em></a>`],
    [
      '[url="http://a.b/(c)" title="d \\"e\\" <f>"]g[/url]',
      `<a href="http://a.b/%28c%29" title="d &quot;e&quot; &lt;f&gt;" ${rel}>g</a>`,
    ],
    ["[url title='d']http://a.b[/url]", `<a href="http://a.b" title="d" ${rel}>http://a.b</a>`],
    ['[url:7]http://a.b[/url:7]', `<a href="http://a.b" ${rel}>http://a.b</a>`],
    ['[url url=HTTP://a.b]c[/url]', `<a href="http://a.b" ${rel}>c</a>`],
    ['[url="http://a.b/ä b"]c[/url]', `<a href="http://a.b/%C3%A4%20b" ${rel}>c</a>`],
    [
      '[url=/a]b http://c.d e [url=/f]g[/url] f@g.hi[/url]',
      '<a href="/a">b http://c.d e [url=/f]g[/url] f@g.hi</a>',
    ],
    ['[url=/a][b][email=x@y.z]c[/email][/b][/url]', '<a href="/a"><b>[email=x@y.z]c[/email]</b></a>'],
    ['[email]a.b@c.de[/email]', '<a href="mailto:a.b@c.de">a.b@c.de</a>'],
    ['[email=a@b.cd]*e*[/email]', '<a href="mailto:a@b.cd"><em>e</em></a>'],
    [
      '[img alt="a" title=b width=10 height="20"]/c.png[/img]',
      '<img src="/c.png" title="b" alt="a" loading="lazy" height="20" width="10">',
    ],
    ['[img src=/c.png][/img]', '<img src="/c.png" title="" alt="" loading="lazy">'],
    ['[img width=1e3 height=-1]/c.png[/img]', '<img src="/c.png" title="" alt="" loading="lazy">'],
    ['[img=10x20]/c.png[/img]', '<img src="/c.png" title="" alt="" loading="lazy">'],
    ['[url=/a][img]/b.png[/img][/url]', '<a href="/a"><img src="/b.png" title="" alt="" loading="lazy"></a>'],
  ])('%s', (source, expected) => {
    expect(inline(source)).toBe(expected)
  })
})

describe('blocks', () => {
  const wrote = '{bbcode.forum.quote.wrote}'
  test.each([
    ['[quote]a[/quote]', '<blockquote class="uncited"><div><p>a</p></div></blockquote>'],
    [
      "[quote=Ann O'Brien]a[/quote]",
      `<blockquote><div><cite>Ann O'Brien ${wrote}</cite><p>a</p></div></blockquote>`,
    ],
    ['[quote=""]a[/quote]', '<blockquote class="uncited"><div><p>a</p></div></blockquote>'],
    [
      '[quote="Ann <B>"]a[/quote]',
      `<blockquote><div><cite>Ann &lt;B&gt; ${wrote}</cite><p>a</p></div></blockquote>`,
    ],
    [
      '[quote author=Ann post=3]a[/quote]',
      `<blockquote><div><cite>Ann ${wrote}</cite><p>a</p></div></blockquote>`,
    ],
    [
      '[quote=A]a[quote=B]b[/quote]c[/quote]d',
      `<blockquote><div><cite>A ${wrote}</cite><p>a</p><blockquote><div><cite>B ${wrote}</cite><p>b</p></div></blockquote><p>c</p></div></blockquote><p>d</p>`,
    ],
    ['> a [b]c[/b]', '<blockquote class="uncited"><div><p>a <b>c</b></p></div></blockquote>'],
    [
      '[quote]a\n\n> b\n\n- c[/quote]',
      '<blockquote class="uncited"><div><p>a</p><blockquote class="uncited"><div><p>b</p></div></blockquote><ul><li>c</li></ul></div></blockquote>',
    ],
    [
      '> [quote]a\n> b[/quote]',
      '<blockquote class="uncited"><div><blockquote class="uncited"><div><p>a<br>b</p></div></blockquote></div></blockquote>',
    ],
    ['[center]*a*[/center]', '<div style="text-align:center"><p><em>a</em></p></div>'],
    ['[code]a <b> [b]c[/b] *d*[/code]', '<pre tabindex="0"><code>a &lt;b&gt; [b]c[/b] *d*</code></pre>'],
    ['[code=c-sharp_9]a[/code]', '<pre tabindex="0"><code class="language-c-sharp_9">a</code></pre>'],
    ['[code="x y"]a[/code]', '<pre tabindex="0"><code>a</code></pre>'],
    ['[list][*]a[*]b[/list]', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['[list]a[/list]', '<ul><li><p>a</p></li></ul>'],
    ['[list]a[*]b[/list]', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['[list=1 start=3][*]a[/list]', '<ol style="list-style-type:decimal" start="3"><li><p>a</p></li></ol>'],
    ['[list=A][*]a[/list]', '<ol style="list-style-type:upper-alpha"><li><p>a</p></li></ol>'],
    ['[list=i][*]a[/list]', '<ol style="list-style-type:lower-roman"><li><p>a</p></li></ol>'],
    ['[list=I][*]a[/list]', '<ol style="list-style-type:upper-roman"><li><p>a</p></li></ol>'],
    ['[list=square start=x][*]a[/list]', '<ul style="list-style-type:square"><li><p>a</p></li></ul>'],
    ['[list="a;b"][*]a[/list]', '<ul><li><p>a</p></li></ul>'],
    [
      '[list][*]a[list=1][*]b[/list][*]c[/list]',
      '<ul><li><p>a</p><ol style="list-style-type:decimal"><li><p>b</p></li></ol></li><li><p>c</p></li></ul>',
    ],
    ['[*]a', '<p>[*]a</p>'],
  ])('%s', (source, expected) => {
    expect(html(source)).toBe(expected)
  })

  test('the word after an author is in the language of the reader, not of the author', () => {
    const stored = markup.renderStored(markup.parse('[quote=Ann]a[/quote]'))
    const read = (word: string) => markup.fill(stored, { facts: () => true, translate: () => word })
    expect(read('schrieb')).toContain('<cite>Ann schrieb</cite>')
    expect(read('<wrote>')).toContain('<cite>Ann &lt;wrote&gt;</cite>')
    expect(markup.withCurrentNames('[quote=Ann]a[/quote]', options)).toBe('[quote=Ann]a[/quote]')
  })

  test('excerpts have the plain text without quotations', () => {
    const document = markup.parse('[quote=Ann]no[/quote][b]a[/b] [color=red]c[/color][list][*]d[*]e[/list]')
    expect(markup.plainText(document, options)).toBe('a c d e')
  })
})
