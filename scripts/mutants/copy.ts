import { spawn } from 'node:child_process'
import { isTest } from '../checks/source-file.ts'

/** Whether a source file is subject to mutation. */
export function isMutated(path: string): boolean {
  return (
    /^packages\/(seed|server|shared)\/src\/.*\.ts$/.test(path) && !isTest(path) && !path.endsWith('.d.ts')
  )
}

export interface TestOutcome {
  status: 'passed' | 'failed' | 'timed out'
  output: string
}

/** Vitest options that skip tests on PostgreSQL. */
export const withoutPostgres = ['--testNamePattern=^(?!(.* )?postgres )']

// A test that is late because of other work must not count as a killed mutant.
const timeouts = ['--testTimeout=180000', '--hookTimeout=180000']

/** Runs test files of a working copy, or all, up to the first failure. `options` are for Vitest. */
export function runTests(
  copy: string,
  files: readonly string[],
  limitMs: number,
  options: readonly string[] = [],
): Promise<TestOutcome> {
  return runTool(
    copy,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      '--reporter=default',
      ...timeouts,
      ...options,
      ...files,
    ],
    limitMs,
  )
}

/** Runs the type check of a working copy. */
export function checkTypes(copy: string): Promise<TestOutcome> {
  return runTool(copy, ['scripts/check.ts', 'types'], 600_000)
}

function runTool(copy: string, args: readonly string[], limitMs: number): Promise<TestOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Any test may notice a mutant.
      env: { ...process.env, ALL_TESTS: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
      detached: true,
    })
    let output = ''
    let hasTimedOut = false
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    const kill = () => {
      // Kills the process group, as a worker may be in an endless loop.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(() => {
      hasTimedOut = true
      kill()
    }, limitMs)
    process.once('exit', kill)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(timer)
      process.off('exit', kill)
      resolve({ status: hasTimedOut ? 'timed out' : code === 0 ? 'passed' : 'failed', output })
    })
  })
}
