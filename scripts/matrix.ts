import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { largeRemovals, type Removal, removals, sampleOf } from '../site/plugins/removals.ts'
import { runScript } from './runs/parts.ts'
import { copyWorkingTree } from './runs/working-copy.ts'

/**
 * `npm run test:matrix`: shows that extensions can be missing. First disables every extension and every pair of them. Then
 * removes folders in copies of the working tree, half of them in each: of any two extensions, each is missing once while
 * the other is there. Checks types and imports, and runs the usual unit tests of the extensions that are left.
 * `-- --disabled` ends after the first part; `-- --sample 2 --seed 1` removes two folders instead, each alone with those that
 * require it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    disabled: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const { singles, pairs } = removals()
const failed: string[] = []

const code = await runScript('scripts/unit.ts', ['site/disabled.test.ts'], {
  ALL_TESTS: '1',
  MATRIX_PAIRS: String(pairs.length),
})
if (code !== 0) failed.push('disabled')
const chosen = values.sample ? sampleOf(singles, Number(values.sample), Number(values.seed)) : largeRemovals()
if (!values.disabled) for (const removal of chosen) await tryWithoutFolders(removal)
console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join('; ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function tryWithoutFolders(removal: Removal): Promise<void> {
  console.log(`\n== without ${removal.join(', ')}`)
  const copy = copyWorkingTree(root, (file) => removal.some((id) => file.startsWith(`extensions/${id}/`)))
  try {
    const checks = await runScript('scripts/check.ts', ['types', 'layers', 'import circle'], {}, copy)
    const tests = await runScript('scripts/unit.ts', ['extensions', 'site'], { ALL_TESTS: '' }, copy)
    if (checks !== 0 || tests !== 0) failed.push(`without ${removal.join(', ')}`)
  } finally {
    rmSync(join(copy), { recursive: true, force: true })
  }
}
