import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const prepare = new URL('prepare.mjs', import.meta.url).href

/** Runs a program that calls `prepare` and prints the flags and variables that it then has. */
function runPrepared(isServer: boolean, environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-prepare-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { prepare } from '${prepare}'
     await prepare({ build: false, isServer: ${isServer} })
     const { MALLOC_ARENA_MAX: arenas, MALLOC_TRIM_THRESHOLD_: trim } = process.env
     console.log(JSON.stringify({ pid: process.pid, flags: process.execArgv, given: process.argv.slice(2), arenas, trim }))`,
  )
  const { pid, stdout } = spawnSync(process.execPath, [program, 'one', '--two'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  })
  const { pid: own, ...rest } = JSON.parse(stdout)
  return { ...rest, isSameProcess: own === pid }
}

test('a server sets its memory limits in the same process', () => {
  expect(runPrepared(true, {})).toEqual({
    flags: ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc'],
    given: ['one', '--two'],
    arenas: '2',
    trim: '131072',
    isSameProcess: true,
  })
})

test('variables of the environment take precedence', () => {
  expect(runPrepared(true, { MALLOC_ARENA_MAX: '4' })).toMatchObject({ arenas: '4', trim: '131072' })
})

test('other commands run without memory limits', () => {
  expect(runPrepared(false, {})).toEqual({ flags: [], given: ['one', '--two'], isSameProcess: true })
})
