import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import de from 'emojibase-data/de/data.json' with { type: 'json' }
import en from 'emojibase-data/en/data.json' with { type: 'json' }
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import fr from 'emojibase-data/fr/data.json' with { type: 'json' }
import zh from 'emojibase-data/zh/data.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { emojiIn } from './client/posts/find-emoji.ts'
import { pictureClass, pictureName, pictureSet } from './shared/picture.ts'

/** What is used of an emoji of emojibase-data. */
interface Entry {
  hexcode: string
  emoji: string
  label: string
  tags?: readonly string[]
  order?: number
  group?: number
  version: number
  skins?: readonly { emoji: string; version: number; tone?: number | readonly number[] }[]
}

/** Emoji 16: the pictures have no newer ones. */
const newest = 16
/** Parts of emoji, such as tones of skin, are no emoji of their own. */
const components = 2

const isUsed = ({ group, version }: Entry) => group !== undefined && group !== components && version <= newest
const used = (entries: readonly Entry[]) =>
  entries.filter(isUsed).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))

/** Without the variation selector where the character is colored anyway: the form that keyboards type. */
const shortest = (emoji: string) => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1')

const codes: Readonly<Record<string, string | readonly string[]>> = github
const lightest = ({ skins = [] }: Entry) =>
  skins.find(({ tone, version }) => tone === 1 && version <= newest)?.emoji ?? ''

/** One line for each emoji: the character, its group, its version, its form with the lightest skin, its codes in English. */
const characters = used(en).map((entry) =>
  [
    shortest(entry.emoji),
    entry.group,
    entry.version,
    lightest(entry),
    [codes[entry.hexcode] ?? []].flat().join(' '),
  ].join('|'),
)

/** Words by which an emoji is found besides those of its name. */
function wordsOf({ label, tags = [] }: Entry): string {
  const name = label.toLowerCase()
  return tags.filter((tag) => !name.includes(tag.toLowerCase())).join(' ')
}

const text = (lines: readonly string[]) => `${JSON.stringify(lines.join('\n'))}\n`

test('the data of emoji is that of emojibase-data: run with -u to write it again', async () => {
  await expect(text(characters)).toMatchFileSnapshot('tables/characters.json')
  for (const [language, entries] of Object.entries({ de, en, fr, zh })) {
    const ordered = used(entries)
    expect(ordered.map(({ emoji }) => emoji)).toEqual(used(en).map(({ emoji }) => emoji))
    await expect(text(ordered.map(({ label }) => label))).toMatchFileSnapshot(`tables/names-${language}.json`)
    await expect(text(ordered.map(wordsOf))).toMatchFileSnapshot(`tables/words-${language}.json`)
  }
})

const tones = ['🏻', '🏼', '🏽', '🏾', '🏿']

test('each emoji is found in texts, in each tone of skin', () => {
  const all = characters.flatMap((line) => {
    const [emoji = '', , , light = ''] = line.split('|')
    return [emoji, ...(light && tones.map((tone) => light.replaceAll('🏻', tone)))]
  })
  expect(all.filter((emoji) => emojiIn(`1${emoji}a`)[0]?.[0] !== emoji)).toEqual([])
})

test('each emoji has a picture, in each tone of skin', async () => {
  const names = await pictureNames()
  const missing = used(en)
    .flatMap((entry) => [entry.emoji, ...tones.map((tone) => lightest(entry).replaceAll('🏻', tone))])
    .filter((emoji) => emoji !== '' && !names.has(pictureName(emoji)))
  expect(missing).toEqual([])
})

const folder = fileURLToPath(new URL('dist/svg/', import.meta.resolve('@discordapp/twemoji/package.json')))

/** How bright a color is, from 0 to 1. */
function brightness(color: string): number {
  const digits = color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return (0.3 * red + 0.6 * green + 0.1 * blue) / 255
}

test('all pictures that have only dark colors are known', async () => {
  const files = new Map((await readdir(folder)).map((file) => [file.replaceAll('-fe0f', ''), file]))
  const emoji = used(en).map((entry) => shortest(entry.emoji))
  const isDark = async (each: string) => {
    const svg = await readFile(folder + files.get(`${pictureName(each)}.svg`), 'utf8')
    return (svg.match(/#[\da-f]{3,6}/gi) ?? []).every((color) => brightness(color) < 0.28)
  }
  const dark = await Promise.all(emoji.map(async (each) => ((await isDark(each)) ? [each] : [])))
  expect([...dark.flat(), '🏴'].sort()).toEqual(emoji.filter((each) => pictureClass(each) !== 'emoji').sort())
})

async function pictureNames(): Promise<ReadonlySet<string>> {
  const files = await readdir(folder)
  return new Set(files.map((file) => file.replace('.svg', '').replaceAll('-fe0f', '')))
}

test('the addresses of pictures change with the pictures', async () => {
  const hash = createHash('sha256')
  for (const file of (await readdir(folder)).sort()) hash.update(file).update(await readFile(folder + file))
  expect(pictureSet).toBe(hash.digest('hex').slice(0, 12))
})
