/** Pieces that take markup parsers more than linear time when they are repeated. */
export const hostilePieces: readonly string[] = [
  'x[img]http://#',
  ...'[ ![ * _ ~ ^ > ` < & \\ ( | : ! @ # - = x é'.split(' '),
  ...'a* *a_ *a* **a ~~a a** *_ ** 👍* >! >!a!< || !< ~a ~( ^a^ `a`` ``` <a@ </ <!-- &amp; &#x \\*'.split(
    ' ',
  ),
  ...'[a]( [a](b [a](b) [a](<b [] ][ [a] [[]]( ![]( ![a](b) [![a](b)](c) [a][b] [b] [/b] [quote] [*] [code] [img]'.split(
    ' ',
  ),
  ...'http:// http://a( http://a[ https://a. <http://a.b> @a a@ a@b. a@b.c :) @"a"#1 @"'.split(' '),
  ...[
    'a\n',
    'a\n\n',
    '\n',
    ' ',
    '\t',
    '    a\n',
    '\ta\n',
    '# a\n',
    '---\n',
    'a\n---\n',
    '* * * *\n',
    '```\n',
    '```\na\n```\n',
  ],
  ...[
    '- ',
    '- a\n',
    '1. a\n',
    '1) ',
    '- [ ] a\n',
    '>- ',
    '> ',
    '> a\n',
    '>! ',
    '\n> ',
    '> > > > > > > > > > > a\n',
    '- - - - - - a\n',
  ],
  ...[
    '|',
    'a|',
    '|-',
    'a|b\n-|-\n',
    '|a|\n',
    '[a]: b\n',
    '[a]: ',
    '[x]: <y> "z"\n',
    '[a](b "',
    "[a](b '",
    '~(a) ',
    '|| a ',
  ],
  ...[
    '[quote]a[/quote]',
    '[quote]\n',
    '[list][*]',
    '[b]a ',
    '[img]x[/img]',
    '[b=',
    '[b a="',
    '[size=9]a',
    '\u0301',
    '\u0000',
  ],
]

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

/** Hostile texts of about `length` characters with more structure than a repeated piece. */
export function hostileTexts(length: number): Readonly<Record<string, string>> {
  const root = Math.floor(Math.sqrt(length))
  const half = length >> 1
  return {
    'a table of one row': `${'|a'.repeat(length >> 2)}|\n${'|-'.repeat(length >> 2)}|`,
    'cells to fill in': `${'|a'.repeat(4000)}\n${'|-'.repeat(4000)}\n${'|\n'.repeat(half)}`,
    'a ladder of quotations': lines(root, (index) => '>'.repeat(index * 2)),
    'lazy lines in quotations': `${'> '.repeat(10)}a\n${'a\n'.repeat(half)}`,
    'lazy lines in all containers': `${'> '.repeat(10)}${'>! '.repeat(10)}${'- '.repeat(9)}a\n${'a\n'.repeat(half)}`,
    'a ladder of lists': lines(root, (index) => `${'  '.repeat(index)}- a`),
    'runs of backticks': lines(root, (index) => '`'.repeat(index * 2)),
    'a long definition used often': `[a]: http://${'x'.repeat(half)}\n\n${'[a] '.repeat(length >> 3)}`,
    'many definitions': lines(length >> 4, (index) => `[a${index}]: /b${index}`),
    'open brackets before links': `${'['.repeat(half)}${'[a](b) '.repeat(length >> 4)}`,
    'nested images': `${'!['.repeat(length >> 3)}${'](u)'.repeat(length >> 3)}`,
    'nested links': `${'['.repeat(length >> 3)}${'](u)'.repeat(length >> 3)}`,
    'nested emphasis': `${'*a **b '.repeat(length >> 4)}${'c** d* '.repeat(length >> 4)}`,
    'nested tags': `${'[b]'.repeat(length >> 3)}${'[/b]'.repeat(length >> 3)}`,
    'nested block tags': `${'[quote]'.repeat(length >> 4)}${'[/quote]'.repeat(length >> 4)}`,
    'crossed tags': '[b][size=9]a[/b][/size]'.repeat(length >> 5),
    'fences in lists': '- ```\n'.repeat(length >> 3),
    'one address': `http://${'a'.repeat(length)}`,
    'an address of many letters': `http://${Array.from({ length: length >> 1 }, (_, index) => String.fromCharCode(0x4e00 + (index % 20_000))).join('')}`,
    'addresses of many letters': lines(
      length >> 5,
      (index) => `http://${String.fromCharCode(0x4e00 + (index % 20_000))}\u00e4.example/\u00fc`,
    ),
    'one word': 'a'.repeat(length),
    'lines after quoted rules': '> ---\na\n'.repeat(length >> 3),
    'lines after quoted code': '> ```\na\n'.repeat(length >> 3),
    'lines after spoiled headings': '*\n>! # a\n1)b'.repeat(length >> 4),
    'quoted tables': '> a|b\n> -|-\n> c|d\n\n'.repeat(length >> 5),
    'spoilers without end': '>!a '.repeat(length >> 2),
    'tags without end': '[b]a\n\n'.repeat(length >> 3),
  }
}
