import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openRepository } from './checks/repository.ts'
import { runScript } from './runs/parts.ts'
import { nearestTests } from './runs/related-tests.ts'

/**
 * `npm run test:quick`: an answer in two minutes. The rules that need no build, and the unit tests that stand nearest to
 * what has changed since main; `-- --since <commit>` names another commit.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const mostTests = 30
/** What runs where nothing has changed: a bit of everything. */
const usual = [
  'packages/server/src/features/posts/writing/reply.test.ts',
  'packages/server/src/features/discussions/list.test.ts',
]

const [flag, commit] = process.argv.slice(2)
const changed = changedSince(flag === '--since' && commit ? commit : 'main')
const { tests, others } = nearestTests(openRepository(root), changed, mostTests)
const chosen = tests.length > 0 ? tests : usual
console.log(`${changed.length} files have changed. ${chosen.length} files of tests stand nearest to them`)
if (others > 0) console.log(`${others} files of tests that stand further away are left to npm run test:unit`)

const checked = await runScript('scripts/check.ts', ['--quick'])
const tested = await runScript('scripts/unit.ts', chosen)
process.exitCode = checked === 0 && tested === 0 ? 0 : 1

/** Paths from the root: changed in commits since `base` parted, in the working copy, and new. */
function changedSince(base: string): string[] {
  const parted = git('merge-base', base, 'HEAD')[0] ?? 'HEAD'
  return [...new Set([...git('diff', '--name-only', parted), ...git('ls-files', '-o', '--exclude-standard')])]
}

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return (stdout ?? '').trim().split('\n').filter(Boolean)
}
