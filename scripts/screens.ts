import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../e2e/browser.ts'
import { looks, pictureOf, screens, widthsOf } from '../e2e/screens/index.ts'
import { type Screen, widths } from '../e2e/screens/stage.ts'
import { runScript } from './runs/parts.ts'

/**
 * `npm run screens`: takes a picture of every screen at every width, in light and dark, in both directions, and runs axe
 * on each. Fails if docs/screens.md is out of date (`-- --write` writes it) or a picture is missing. Other arguments go
 * to Playwright (`-- -g composer --project phone`); then missing pictures are no fault.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const document = join(root, 'docs/screens.md')
const list = listOfScreens()
const [first, ...rest] = process.argv.slice(2)
if (first === '--write') {
  writeFileSync(document, list)
} else {
  const choice = first === undefined ? [] : [first, ...rest]
  process.exitCode = (await takePictures(choice)) || (choice.length === 0 ? reportMissing() : 0)
}

async function takePictures(choice: readonly string[]): Promise<number> {
  const { path, source } = await findChromium()
  console.log(`Chromium: ${path} (${source})`)
  if (choice.length === 0) rmSync(join(root, 'test-results/screens'), { recursive: true, force: true })
  const config = join(root, 'e2e/screens/playwright.config.ts')
  return runScript('node_modules/@playwright/test/cli.js', ['test', '--config', config, ...choice], {
    CHROMIUM_PATH: path,
    ALL_TESTS: '1',
  })
}

/** Reports an outdated list and missing pictures. @returns the exit code. */
function reportMissing(): number {
  const faults: string[] = []
  if (!existsSync(document) || withoutPadding(readFileSync(document, 'utf8')) !== withoutPadding(list))
    faults.push('docs/screens.md is out of date: npm run screens -- --write')
  for (const [name, screen] of Object.entries(screens)) {
    for (const width of widthsOf(screen)) {
      for (const look of looks) {
        const picture = pictureOf(name, width, look)
        if (!existsSync(join(root, picture))) faults.push(`${picture} is missing`)
      }
    }
  }
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

/** Removes the padding of a table's columns. */
function withoutPadding(text: string): string {
  return text.replace(/ +/g, ' ').replace(/-{3,}/g, '---')
}

function listOfScreens(): string {
  const row = ([name, screen]: [string, Screen]) => {
    const at = widthsOf(screen).map((width) => widths[width])
    return `| ${name} | ${screen.what} | ${screen.as} | ${at.join(', ')} |`
  }
  const count = Object.values(screens).reduce(
    (sum, screen) => sum + widthsOf(screen).length * looks.length,
    0,
  )
  return `# Every screen

\`npm run screens\` opens each of these at each of its widths, in light and dark colours and with text from either side, has axe
examine it and keeps a picture, \`test-results/screens/<name>/phone-dark-rtl.png\` and so on: ${count} pictures, which
takes twenty minutes on two cores. It fails when one is missing. \`npm run screens -- -g composer --project phone\` takes
some of them. The list is made from \`e2e/screens/\` by \`npm run screens -- --write\`.

| name | route or modal | seen by | widths |
| ---- | -------------- | ------- | ------ |
${Object.entries(screens).map(row).join('\n')}
`
}
