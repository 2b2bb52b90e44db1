import { createMarkup, deleted, type MarkupReference } from '@parley/shared/markup'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import mentions from './index.ts'
import { nameInMention } from './match.ts'
import tagMentions from './tag-mentions.ts'

const markup = createMarkup({ syntaxes: [mentions, tagMentions] })

/** The references in a source: kind, id or username, and source. */
function found(source: string): string[] {
  return markup
    .parse(source)
    .references.map(({ reference: { reference, id, details } }) => `${reference} ${details?.username ?? id}`)
}

describe('what is a mention', () => {
  test.each<[string, string[]]>([
    ['@mira', ['userMention mira']],
    ['(@mira), @mira. @mira: *@mira* "@mira"', Array(5).fill('userMention mira')],
    ['@Mira_Lee-2', ['userMention Mira_Lee-2']],
    ['a@mira ñ@mira 5@mira _@mira', []],
    ['@mirañ @mira#5 @ mira @', []],
    ['你好@mira你好 สวัสดี@miraสวัสดี', ['userMention mira', 'userMention mira']],
    ['@mira님 @mira에게 ל@mira و@mira וְ@mira @miraが', Array(6).fill('userMention mira')],
    ['님@"Mira"#12에게 ל@"Mira"#p3 한국어#tag', ['userMention 12', 'postMention 3', 'tagMention tag']],
    ['@mira\u0301 e\u0301@mira слово#tag', []],
    ['\\@mira `@mira` [@mira](/x) <http://a.b/@mira> mira@mira.example', []],
    ['@"Mira Lee"#12', ['userMention 12']],
    ['@“Mira”#12 @"Mira”#12 @”Mira“#012', Array(3).fill('userMention 12')],
    ['@"מירה"#12 @"ミラ 🙂"#p3 @"مجموعة"#g4', ['userMention 12', 'postMention 3', 'groupMention 4']],
    ['@"Mira"#12a @"Mira"#px @"Mira"# @""#12 @"a\nb"#12', []],
    ['@"Mira"#pd12 @"Mira"#1234567890', []],
    ['@"A|#g5 @"A|#5"#6', ['groupMention 5', 'userMention 6']],
    ['@"Bad "#p6 User"#p9', ['postMention 6']],
    ['@"left open and @"Mira"#12', ['userMention 12']],
    ['> @mira\n\n- @"x"#p1\n\n| a |\n|-|\n| #tag |', ['userMention mira', 'postMention 1', 'tagMention tag']],
    [
      '#tag (#tag) #标签, #Ünï_x-2',
      ['tagMention tag', 'tagMention tag', 'tagMention 标签', 'tagMention Ünï_x-2'],
    ],
    ['# tag', []],
    ['a#tag "#tag" “#tag &#39; http://a.b/#tag `#tag` [x](#tag)', []],
    ['#tag- ##tag #', ['tagMention tag', 'tagMention tag']],
  ])('%j', (source, expected) => {
    expect(found(source)).toEqual(expected)
  })
})

test('a name is written so that it is read again as it stands', () => {
  const character = fc.constantFrom(...'ab"“”|#@pg12 \n<&`*_[]\\名🙂')
  const names = fc.string({ unit: character, minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(names, (name) => {
      const source = `@"${nameInMention(name)}"#7`
      const references = nameInMention(name).trim() === '' ? ['userMention 7'] : found(`x ${source} y`)
      expect(references).toEqual(['userMention 7'])
    }),
    { numRuns: 500 },
  )
})

test('hostile facts become text and no markup', () => {
  const facts = ({ reference }: MarkupReference) =>
    ({
      userMention: { id: '1', displayName: '<b>"&', href: 'javascript:alert(1)' },
      groupMention: { namePlural: '<i>', color: 'red;background:url(x)', icon: '"><script>' },
      tagMention: { id: '1', name: '</a>', href: '/t/x', color: 'url(javascript:1)', icon: 'a"b' },
      postMention: deleted,
    })[reference]
  const html = markup.renderHtml('@mira @"x"#g1 #tag @"x"#p1', { facts })
  expect(html).toBe(
    '<p><a class="UserMention">@&lt;b&gt;&quot;&amp;</a> ' +
      '<span class="GroupMention GroupMention--colored"><span class="GroupMention-name">@&lt;i&gt;</span><i></i></span> ' +
      '<a href="/t/x" class="TagMention TagMention--colored" data-id="1"><span class="TagMention-text"><i></i>&lt;/a&gt;</span></a> ' +
      '<span class="PostMention PostMention--deleted">mentions.forum.post_mention.deleted_text</span></p>\n',
  )
})

/** The characters that the parser examines grow with the text: the count stands for time, which tests do not measure. */
test('hostile texts are parsed in one pass, and surplus mentions stay text', () => {
  for (const unit of [
    '@"',
    '@"“”#',
    '@',
    '#',
    '@"a"#p',
    '@a#',
    '#a-',
    '@"a|#',
    '"#p1',
    '@"a"#g1"#p2',
    '@名#名',
  ]) {
    const source = unit.repeat(Math.ceil(65_000 / unit.length))
    expect(markup.parse(source).references.length).toBeLessThanOrEqual(15_000)
  }
  expect(found('@a '.repeat(6000))).toHaveLength(5000)
})
