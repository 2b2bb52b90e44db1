import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openRepository } from './checks/repository.ts'
import { runScript } from './runs/parts.ts'
import { nearestTests } from './runs/related-tests.ts'

/**
 * `npm run test:quick`: a result in two minutes. Runs the rules that need no build, and the unit tests nearest to the
 * files that have changed since main, or since another commit: `-- --since <commit>`.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const maxTests = 30
/** Tests to run if nothing has changed. */
const defaultTests = [
  'packages/server/src/features/posts/writing/reply.test.ts',
  'packages/server/src/features/discussions/list.test.ts',
]

const [flag, commit] = process.argv.slice(2)
const changed = changedSince(flag === '--since' && commit ? commit : 'main')
const { tests, others } = nearestTests(openRepository(root), changed, maxTests)
const chosen = tests.length > 0 ? tests : defaultTests
console.log(`${changed.length} changed files; running the ${chosen.length} nearest test files`)
if (others > 0) console.log(`${others} more test files depend on them: npm run test:unit`)

const checkCode = await runScript('scripts/check.ts', ['--quick'])
const testCode = await runScript('scripts/unit.ts', chosen)
process.exitCode = checkCode === 0 && testCode === 0 ? 0 : 1

/** Paths from the root of files that changed since the merge base with `base`, committed or not, and of new files. */
function changedSince(base: string): string[] {
  const mergeBase = git('merge-base', base, 'HEAD')[0] ?? 'HEAD'
  return [
    ...new Set([...git('diff', '--name-only', mergeBase), ...git('ls-files', '-o', '--exclude-standard')]),
  ]
}

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return (stdout ?? '').trim().split('\n').filter(Boolean)
}
