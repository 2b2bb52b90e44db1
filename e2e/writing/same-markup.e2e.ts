import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'

const folder = join(import.meta.dirname, '../../packages/shared/src/markup')

test('a browser renders every fixture as the server does', async ({ page }, info) => {
  test.skip(info.project.name === 'phone', 'The width makes no difference to code.')
  const names = readdirSync(join(folder, 'fixtures')).filter((file) => file.endsWith('.md'))
  const read = (name: string) => readFileSync(join(folder, 'fixtures', name), 'utf8')
  const sources = names.map(read)
  const code = await bundleMarkup()
  const rendered: string[] = await page.evaluate(`(() => {
    ${code}
    const markup = Markup.createMarkup({ baseUrl: 'https://forum.example' })
    return ${JSON.stringify(sources)}.map((source) => markup.renderHtml(source))
  })()`)
  expect(rendered).toHaveLength(names.length)
  for (const [index, name] of names.entries()) {
    expect.soft(rendered[index], name).toBe(read(name.replace(/\.md$/, '.html')))
  }
})

/** Bundles the markup into one script that sets the variable `Markup`. */
async function bundleMarkup(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(folder, 'index.ts'), formats: ['iife'], name: 'Markup' },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('Vite built no chunk.')
  return chunk.code
}
