import { arabic } from './languages/arabic.ts'
import { chinese } from './languages/chinese.ts'
import { english } from './languages/english.ts'
import { french } from './languages/french.ts'
import { german } from './languages/german.ts'
import { japanese } from './languages/japanese.ts'
import type { Language } from './languages/language.ts'
import { russian } from './languages/russian.ts'
import type { Random } from './random.ts'

const languages = [english, german, french, russian, arabic, chinese, japanese]

/** Topic and language of a discussion. */
export interface Subject {
  language: Language
  topic: string
}

export function chooseSubject(random: Random): Subject {
  let remaining = random.next() * languages.reduce((sum, { share }) => sum + share, 0)
  const language =
    languages.find(({ share }) => {
      remaining -= share
      return remaining < 0
    }) ?? english
  return { language, topic: random.pick(language.topics) }
}

/** Makes a title with the subject's topic. */
export function makeTitle(random: Random, subject: Subject): string {
  const title = fillTemplate(random, random.pick(subject.language.titles), subject)
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** Makes the source of a post: a few sentences, rarely with a list, quotation, table, code or as a long text. */
export function makePost(random: Random, subject: Subject): string {
  const length = random.next()
  const paragraphs =
    length < 0.62 ? 1 : length < 0.9 ? 2 : length < 0.99 ? random.between(3, 5) : random.between(8, 20)
  const blocks: string[] = []
  if (random.chance(0.08)) blocks.push(`> ${makeSentence(random, subject)}`)
  for (let n = 0; n < paragraphs; n++) blocks.push(makeParagraph(random, subject))
  const extra = random.next()
  if (extra < 0.05) blocks.push(makeList(random, subject, extra < 0.02))
  else if (extra < 0.065) blocks.push(makeCode(random))
  else if (extra < 0.07) blocks.push(makeTable(random, subject))
  else if (extra < 0.08) blocks.splice(1, 0, `## ${subject.topic}`)
  return blocks.join('\n\n')
}

function makeParagraph(random: Random, subject: Subject): string {
  const sentences: string[] = []
  for (let n = random.between(1, 4); n > 0; n--)
    sentences.push(decorate(random, makeSentence(random, subject)))
  return sentences.join(subject.language.space)
}

function decorate(random: Random, text: string): string {
  const kind = random.next()
  if (kind < 0.02) return `**${text}**`
  if (kind < 0.035) return `*${text}*`
  if (kind < 0.045) return `~~${text}~~ ${random.pick(['🙂', '😅', '👍'])}`
  if (kind < 0.06) return `${text} https://example.org/notes/${random.between(1, 9999)}`
  if (kind < 0.07) return `[${text}](https://example.com/${random.between(1, 999)})`
  if (kind < 0.09) return `${text} ${random.pick(['🙂', '🎉', '👍', '🚲', '☕'])}`
  return text
}

function makeSentence(random: Random, subject: Subject): string {
  return fillTemplate(random, random.pick(subject.language.sentences), subject)
}

function makeList(random: Random, { language }: Subject, isNumbered: boolean): string {
  const items = Array.from({ length: random.between(2, 5) }, (_, index) => {
    return `${isNumbered ? `${index + 1}.` : '-'} ${random.pick(language.items)}`
  })
  return `${random.pick(language.listing)}\n\n${items.join('\n')}`
}

function makeCode(random: Random): string {
  const size = random.between(2, 64)
  return `\`\`\`\nsize = ${size}\nfor step in range(size):\n    print(step * ${random.between(2, 9)})\n\`\`\``
}

function makeTable(random: Random, { language }: Subject): string {
  const rows = Array.from(
    { length: random.between(2, 4) },
    () => `| ${random.pick(language.topics)} | ${random.between(1, 99)} |`,
  )
  return `| ${random.pick(language.topics)} | ✓ |\n| --- | ---: |\n${rows.join('\n')}`
}

const placeholders = /\{(topic|other|n)\}/g

function fillTemplate(random: Random, template: string, { language, topic }: Subject): string {
  if (!template.includes('{')) return template
  return template.replace(placeholders, (_, name: string) => {
    if (name === 'topic') return topic
    return name === 'other' ? random.pick(language.topics) : String(random.between(2, 60))
  })
}
