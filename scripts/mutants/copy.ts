import { spawn } from 'node:child_process'
import { isTest } from '../checks/source-file.ts'

/** Whether a source is one whose mutants are tried. */
export function isMutated(path: string): boolean {
  return /^packages\/(server|shared)\/src\/.*\.ts$/.test(path) && !isTest(path) && !path.endsWith('.d.ts')
}

export interface TestOutcome {
  status: 'passed' | 'failed' | 'timed out'
  output: string
}

/** What tests on SQLite and tests without a database are called. */
export const withoutPostgres = ['--testNamePattern=^(?!(.* )?postgres )']

/** Runs test files of a working copy up to the first failure, all of them if none is named. Options are for Vitest. */
export function runTests(
  copy: string,
  files: readonly string[],
  limitMs: number,
  options: readonly string[] = [],
): Promise<TestOutcome> {
  return runTool(
    copy,
    ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=default', ...options, ...files],
    limitMs,
  )
}

/** Whether the types of a working copy are right. */
export function checkTypes(copy: string): Promise<TestOutcome> {
  return runTool(copy, ['scripts/check.ts', 'types'], 600_000)
}

function runTool(copy: string, args: readonly string[], limitMs: number): Promise<TestOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      detached: true,
    })
    let output = ''
    let isLate = false
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    const end = () => {
      // With its workers, one of which may never return.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, limitMs)
    process.once('exit', end)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve({ status: isLate ? 'timed out' : code === 0 ? 'passed' : 'failed', output })
    })
  })
}
