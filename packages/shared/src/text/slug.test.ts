import { expect, test } from 'vitest'
import { slugify, utf8Slug } from './slug.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['  --Ünïcødé_Straße--  ', 'unicode-strasse'],
  ['A & b', 'a-b'],
  ['me@example', 'me-at-example'],
  ['5€', '5eur'],
  ['10% £ © 🚲', '10'],
  ['Paris–Berlin', 'paris-berlin'],
  ['e\u0301te\u0301', 'ete'],
  ['Ελληνικά', 'ellinika'],
  ['Привет мир', 'privet-mir'],
  ['Հայերեն', 'hayeren'],
  ['ქართული', 'kartuli'],
  ['我是一个土豆', ''],
  ['サンライズ出雲ー', ''],
  ['한국어', ''],
  ['ภาษาไทย', ''],
  ['עברית', ''],
  ['తెలుగు தமிழ் ಕನ್ನಡ', ''],
  ['坐卧铺 from 昆明', 'from'],
  ['!!!', ''],
])('%s is %s', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test.each(['القطار الليلي', 'नमस्ते दुनिया', 'বাংলা', 'မြန်မာ'])('%s becomes ASCII', (title) => {
  expect(slugify(title)).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test('Chinese is transliterated if it is the default language', () => {
  expect(slugify('我是一个土豆', 'zh')).toBe('wo-shi-yi-ge-tu-dou')
  expect(slugify('坐卧铺from昆明', 'zh-Hans')).toBe('zuo-wo-pu-from-kun-ming')
})

test('a slug is truncated to 255 characters without a dash at the end', () => {
  expect(slugify('a'.repeat(300))).toHaveLength(255)
  expect(slugify(`${'a'.repeat(254)} b`)).toBe('a'.repeat(254))
})

test.each([
  ['a & b', 'a--b'],
  ['Ünï_cødé - Title!', 'ünï_cødé-title'],
  ['我是 土豆', '我是-土豆'],
  ['नमस्ते', 'नमस्ते'],
])('utf8: %s is %s', (title, slug) => {
  expect(utf8Slug(title)).toBe(slug)
})
