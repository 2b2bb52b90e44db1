import { expect, test } from 'vitest'
import type { Edit, Selected } from './edit.ts'
import { bold, code, hasInline, italic, spoiler, strikethrough, toggleInline } from './inline.ts'
import { continueLine, indentItems } from './keys.ts'
import { toggleCodeBlock, toggleHeading, toggleList, toggleQuote, toggleSpoilerLines } from './lines.ts'
import { linkTo, toggleLink } from './links.ts'

/** A text in which `⟦` and `⟧` stand around the selection, or `¦` at the caret. */
function read(marked: string): Selected {
  const caret = marked.indexOf('¦')
  const text = marked.replace(/[⟦⟧¦]/g, '')
  if (caret !== -1) return { text, selection: { start: caret, end: caret } }
  return { text, selection: { start: marked.indexOf('⟦'), end: marked.indexOf('⟧') - 1 } }
}

function write({ text }: Selected, edit: Edit | undefined): string {
  if (edit === undefined) return 'unchanged'
  const changed = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  const { start, end } = edit.selection
  if (start === end) return `${changed.slice(0, start)}¦${changed.slice(start)}`
  return `${changed.slice(0, start)}⟦${changed.slice(start, end)}⟧${changed.slice(end)}`
}

const commands = {
  bold: (field: Selected) => toggleInline(field, bold, 'bold text'),
  italic: (field: Selected) => toggleInline(field, italic, 'italic text'),
  strike: (field: Selected) => toggleInline(field, strikethrough, 'crossed out'),
  code: (field: Selected) => toggleInline(field, code, 'code'),
  spoiler: (field: Selected) => toggleInline(field, spoiler, 'hidden'),
  spoilerLines: toggleSpoilerLines,
  codeBlock: toggleCodeBlock,
  heading: (field: Selected) => toggleHeading(field, 'Heading'),
  quote: (field: Selected) => toggleQuote(field, 'Quotation'),
  ul: (field: Selected) => toggleList(field, false, 'Item'),
  ol: (field: Selected) => toggleList(field, true, 'Item'),
  link: (field: Selected) => toggleLink(field, false, 'text'),
  image: (field: Selected) => toggleLink(field, true, 'description'),
  pasteUrl: (field: Selected) => linkTo(field, 'https://example.com/a_(b)'),
  enter: continueLine,
  tab: (field: Selected) => indentItems(field, false),
  shiftTab: (field: Selected) => indentItems(field, true),
}

test.each<[keyof typeof commands, string, string]>([
  // Selections, words and placeholders.
  ['bold', 'a ⟦word⟧ b', 'a **⟦word⟧** b'],
  ['bold', 'a **⟦word⟧** b', 'a ⟦word⟧ b'],
  ['bold', 'a ⟦**word**⟧ b', 'a ⟦word⟧ b'],
  ['bold', 'a⟦ ⟧', 'a**⟦bold text⟧** '],
  ['bold', 'a ⟦ word ⟧ b', 'a ⟦ **word** ⟧ b'],
  ['bold', 'a wo¦rd b', 'a **wo¦rd** b'],
  ['bold', 'a **wo¦rd** b', 'a wo¦rd b'],
  ['bold', 'a word¦', 'a **word¦**'],
  ['bold', '¦word', '**¦word**'],
  ['bold', 'a ¦ b', 'a **⟦bold text⟧** b'],
  ['bold', 'a **⟦bold text⟧** b', 'a ⟦bold text⟧ b'],
  ['bold', '¦', '**⟦bold text⟧**'],
  ['bold', '__wo¦rd__', 'wo¦rd'],
  ['bold', '**two wo¦rds**', 'two wo¦rds'],
  ['bold', '**one** t¦wo **three**', '**one** **t¦wo** **three**'],
  ['bold', "don¦'t", "**don¦'t**"],
  ['bold', 'well-know¦n', '**well-know¦n**'],
  ['bold', 'straße¦', '**straße¦**'],
  ['bold', 'مرحبا¦ بكم', '**مرحبا¦** بكم'],
  ['bold', 'see (wo¦rd).', 'see (**wo¦rd**).'],
  // Nested marks.
  ['bold', '_⟦word⟧_', '_**⟦word⟧**_'],
  ['italic', '**⟦word⟧**', '**_⟦word⟧_**'],
  ['italic', '_**wo¦rd**_', '**wo¦rd**'],
  ['bold', '_**wo¦rd**_', '_wo¦rd_'],
  ['bold', '***wo¦rd***', '*wo¦rd*'],
  ['italic', '***wo¦rd***', '**wo¦rd**'],
  ['bold', '~~**wo¦rd**~~', '~~wo¦rd~~'],
  ['strike', '~~**wo¦rd**~~', '**wo¦rd**'],
  ['italic', '*wo¦rd*', 'wo¦rd'],
  ['italic', 'a ⟦word⟧', 'a _⟦word⟧_'],
  ['italic', 'un⟦bel⟧ievable', 'un*⟦bel⟧*ievable'],
  ['italic', 'snake_ca¦se_name', '_snake_ca¦se_name_'],
  ['strike', '⟦a b⟧', '~~⟦a b⟧~~'],
  ['strike', '~~⟦a b⟧~~', '⟦a b⟧'],
  ['strike', '~su¦b~', '~~~su¦b~~~'],
  // Several lines, blocks, code and escaped marks.
  ['bold', '⟦one\ntwo⟧', '⟦**one**\n**two**⟧'],
  ['bold', '⟦**one**\n**two**⟧', '⟦one\ntwo⟧'],
  ['bold', '⟦**one**\ntwo⟧', '⟦**one**\n**two**⟧'],
  ['bold', '⟦- one\n- two⟧', '⟦- **one**\n- **two**⟧'],
  ['bold', '⟦> one\n\n> two⟧', '⟦> **one**\n\n> **two**⟧'],
  ['bold', '- on¦e', '- **on¦e**'],
  ['bold', '`**code**` wo¦rd', '`**code**` **wo¦rd**'],
  ['bold', '\\**wo¦rd\\**', '\\****wo¦rd**\\**'],
  ['bold', '⟦👩‍👩‍👧⟧', '**⟦👩‍👩‍👧⟧**'],
  // Code and spoilers in a line.
  ['code', 'a ⟦b⟧', 'a `⟦b⟧`'],
  ['code', 'a `⟦b⟧`', 'a ⟦b⟧'],
  ['code', '`one tw¦o`', 'one tw¦o'],
  ['code', '⟦a`b⟧', '`` ⟦a`b⟧ ``'],
  ['code', '`` ⟦a`b⟧ ``', '⟦a`b⟧'],
  ['code', '¦', '`⟦code⟧`'],
  ['spoiler', 'the ⟦butler⟧', 'the >!⟦butler⟧!<'],
  ['spoiler', 'the >!but¦ler!<', 'the but¦ler'],
  ['spoiler', 'the ||but¦ler||', 'the but¦ler'],
  ['spoilerLines', '⟦one\ntwo⟧', '>! ⟦one\n>! two⟧'],
  ['spoilerLines', '⟦>! one\n>! two⟧', '⟦one\ntwo⟧'],
  ['spoilerLines', 'a\n>! one\n>! t¦wo', 'a\none\nt¦wo'],
  ['spoilerLines', 'a\n⟦one\n\ntwo⟧\nb', 'a\n\n>! ⟦one\n>!\n>! two⟧\n\nb'],
  // Blocks of code.
  ['codeBlock', 'a\n⟦one\ntwo⟧\nb', 'a\n```\n⟦one\ntwo⟧\n```\nb'],
  ['codeBlock', 'a\n```\n⟦one\ntwo⟧\n```\nb', 'a\n⟦one\ntwo⟧\nb'],
  ['codeBlock', '```js\non¦e\n```', 'on¦e'],
  ['codeBlock', '⟦```\nx\n```⟧', '⟦x⟧'],
  ['codeBlock', '~~~ so¦me text', ' so¦me text'],
  ['codeBlock', '> ⟦one\n> two⟧', '> ```\n> ⟦one\n> two⟧\n> ```'],
  // Headings.
  ['heading', 'Ti¦tle', '### Ti¦tle'],
  ['heading', '### Ti¦tle', 'Ti¦tle'],
  ['heading', '# Ti¦tle', 'Ti¦tle'],
  ['heading', '¦', '### ⟦Heading⟧'],
  ['heading', '⟦one\n\ntwo⟧', '### ⟦one\n\n### two⟧'],
  ['heading', '> qu¦ote', '> ### qu¦ote'],
  ['heading', '- it¦em', '- ### it¦em'],
  // Quotations.
  ['quote', '⟦one\n\ntwo⟧', '> ⟦one\n>\n> two⟧'],
  ['quote', '⟦> one\n>\n> two⟧', '⟦one\n\ntwo⟧'],
  ['quote', 'before\non¦e\nafter', 'before\n\n> on¦e\n\nafter'],
  ['quote', '> on¦e', 'on¦e'],
  ['quote', '> > on¦e', '> on¦e'],
  ['quote', '¦', '> ⟦Quotation⟧'],
  ['quote', '>! hid¦den', '> >! hid¦den'],
  // Lists.
  ['ul', '⟦one\ntwo⟧', '- ⟦one\n- two⟧'],
  ['ul', '⟦- one\n- two⟧', '⟦one\ntwo⟧'],
  ['ul', '⟦- one\ntwo⟧', '⟦- one\n- two⟧'],
  ['ul', '⟦1. one\n2. two⟧', '⟦- one\n- two⟧'],
  ['ol', '⟦- one\n- two⟧', '⟦1. one\n2. two⟧'],
  ['ol', '⟦one\n\ntwo⟧', '1. ⟦one\n\n2. two⟧'],
  ['ol', '1. one\ntw¦o', '1. one\n2. tw¦o'],
  ['ul', 'before\non¦e\nafter', 'before\n\n- on¦e\n\nafter'],
  ['ul', '> on¦e', '> - on¦e'],
  ['ul', '¦', '- ⟦Item⟧'],
  ['ol', 'text\n¦', 'text\n\n1. ⟦Item⟧'],
  ['ul', '- a\n  1. ⟦b⟧', '- a\n  - ⟦b⟧'],
  // Links and images.
  ['link', 'a ⟦word⟧ b', 'a [word](⟦https://⟧) b'],
  ['link', 'a wo¦rd b', 'a [word](⟦https://⟧) b'],
  ['link', '¦', '[⟦text⟧](https://)'],
  ['link', '⟦https://a.example⟧', '[⟦text⟧](https://a.example)'],
  ['link', '[wo¦rd](https://a.example)', 'wo¦rd'],
  ['link', '⟦[word](https://a.example "Title")⟧', '⟦word⟧'],
  ['link', '⟦a ] b⟧', '[a \\] b](⟦https://⟧)'],
  ['link', '![pic](https://a.exa¦mple)', '![pic](https://a.[example](⟦https://⟧))'],
  ['image', '¦', '![⟦description⟧](https://)'],
  ['image', '⟦https://a.example/x.png⟧', '![⟦description⟧](https://a.example/x.png)'],
  ['image', '![wo¦rd](https://a.example)', 'wo¦rd'],
  ['pasteUrl', 'a ⟦word⟧ b', 'a [word](https://example.com/a_%28b%29)¦ b'],
  ['pasteUrl', '⟦https://a.example⟧', 'unchanged'],
  ['pasteUrl', '⟦one\ntwo⟧', 'unchanged'],
  // Keys.
  ['enter', '- one¦', '- one\n- ¦'],
  ['enter', '- one¦two', '- one\n- ¦two'],
  ['enter', '9. one¦', '9. one\n10. ¦'],
  ['enter', '  * one¦', '  * one\n  * ¦'],
  ['enter', '> one¦', '> one\n> ¦'],
  ['enter', '>one¦', '>one\n> ¦'],
  ['enter', '> - one¦', '> - one\n> - ¦'],
  ['enter', '- one\n- ¦', '- one\n¦'],
  ['enter', '> one\n> ¦', '> one\n¦'],
  ['enter', '> - one\n> - ¦', '> - one\n> ¦'],
  ['enter', '>!hidden!<¦', 'unchanged'],
  ['enter', '¦- one', 'unchanged'],
  ['enter', 'text¦', 'unchanged'],
  ['enter', '```\n- one¦\n```', 'unchanged'],
  ['tab', '- one\n- tw¦o', '- one\n  - tw¦o'],
  ['tab', '1. one\n2. tw¦o', '1. one\n   2. tw¦o'],
  ['shiftTab', '- one\n  - tw¦o', '- one\n- tw¦o'],
  ['shiftTab', '- on¦e', 'unchanged'],
  ['tab', '⟦- one\n- two⟧', '  ⟦- one\n  - two⟧'],
])('%s: %j becomes %j', (name, before, after) => {
  const field = read(before)
  expect(write(field, commands[name](field))).toBe(after)
})

test('half of an emoji is never marked, and a long text takes no time', () => {
  const flag = { text: 'a 🇩🇪 b', selection: { start: 2, end: 4 } }
  expect(write(flag, commands.bold(flag))).toBe('a **⟦🇩🇪⟧** b')
  const half = { text: 'a 😀', selection: { start: 3, end: 3 } }
  expect(write(half, commands.bold(half))).toBe('a **⟦bold text⟧**😀')
  const text = '*_~`> - '.repeat(8192).slice(0, 65_535)
  const long = { text, selection: { start: 0, end: text.length } }
  for (const run of Object.values(commands)) {
    const edit = run(long)
    if (edit) expect(edit.end).toBeLessThanOrEqual(text.length)
  }
  expect(hasInline(long, bold)).toBe(false)
})
