import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMarkup } from './markup.ts'

const folder = join(import.meta.dirname, 'fixtures')
const markup = createMarkup({ baseUrl: 'https://forum.example' })
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3))

test('there are at least 60 fixtures', () => {
  expect(names.length).toBeGreaterThanOrEqual(60)
})

// `UPDATE_FIXTURES=1` overwrites the expected HTML: review each difference.
test.each(names)('%s', (name) => {
  const html = markup.renderHtml(readFileSync(join(folder, `${name}.md`), 'utf8'))
  const path = join(folder, `${name}.html`)
  if (process.env.UPDATE_FIXTURES) writeFileSync(path, html)
  expect(html).toBe(readFileSync(path, 'utf8'))
})
