import type { MarkupSyntax } from '@parley/shared/markup'
import { expect, test } from 'vitest'
import type { App } from '../../../points/app.ts'
import type { SyntaxModule } from '../../../points/composer/markup.ts'
import { loadReplacements, prepareMarkup, previewHtml } from './post-markup.ts'

const gong: MarkupSyntax = { name: 'gong', version: 1, replacements: { ':)': '🙂' } }
const source = 'gong, `gong` :)'

/** An app with syntaxes of extensions, which are named after them. */
async function appWith(...modules: SyntaxModule[]) {
  const failures: [string, unknown][] = []
  const app = {
    syntaxes: modules.map((module) => ({ extension: module.default.name, load: async () => module })),
    forum: { baseUrl: 'https://forum.example' },
    t: (key: string) => key,
    reportFailure: (extension: string, error: unknown) => failures.push([extension, error]),
  } as unknown as App
  await prepareMarkup(app)
  return { app, failures }
}

test('without replacements that are loaded, words stay as typed', async () => {
  const { app } = await appWith({ default: gong })
  expect(await loadReplacements(app)).toBe(false)
  expect(previewHtml(app, source)).toBe('<p>gong, <code>gong</code> 🙂</p>\n')
})

test('replacements are loaded once, and the first extension wins', async () => {
  let count = 0
  const load = async () => {
    count += 1
    return { gong: 'bell' }
  }
  const other = { ...gong, name: 'other', replacements: {} }
  const { app } = await appWith(
    { default: gong, loadReplacements: load },
    { default: other, loadReplacements: async () => ({ gong: 'horn', ':)': ':-)' }) },
  )
  expect(previewHtml(app, source)).toBe('<p>gong, <code>gong</code> 🙂</p>\n')
  expect(await Promise.all([loadReplacements(app), loadReplacements(app)])).toEqual([true, true])
  expect(previewHtml(app, source)).toBe('<p>bell, <code>gong</code> :-)</p>\n')
  expect(await loadReplacements(app)).toBe(false)
  expect(count).toBe(1)
})

const wrong = async () => ({ gong: null }) as never

test('what fails is reported, and loaded again with the next preview', async () => {
  const fault = new Error('broken')
  let isBroken = true
  const load = async () => {
    if (isBroken) throw fault
    return { gong: 'bell' }
  }
  const { app, failures } = await appWith({ default: gong, loadReplacements: load })
  expect(await loadReplacements(app)).toBe(false)
  expect(failures).toEqual([['gong', fault]])
  expect(previewHtml(app, 'gong')).toBe('<p>gong</p>\n')
  expect(await loadReplacements((await appWith({ default: gong, loadReplacements: wrong })).app)).toBe(false)
  isBroken = false
  expect(await loadReplacements(app)).toBe(true)
  expect(previewHtml(app, 'gong')).toBe('<p>bell</p>\n')
})
