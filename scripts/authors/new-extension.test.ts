import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '@parley/testing/command-line'
import { expect, onTestFinished, test } from 'vitest'
import { newExtensionCommand } from '../../site/new-extension/command.ts'
import type { LockFile } from '../checks/lock-file.ts'

/** Runs `extension:new` in an empty repository. */
function emptyRepository() {
  const root = mkdtempSync(join(tmpdir(), 'parley-new-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  let linked = 0
  const command = newExtensionCommand({ root, onLinked: () => linked++ })
  const site = {
    loadExtensions: async () => [],
    loadClient: () => Promise.reject(new Error('no build')),
    isClientFresh: () => false,
    commands: [command],
  }
  return {
    root,
    linked: () => linked,
    make: (...args: string[]) => runCommand(['extension:new', ...args], site),
  }
}

test('makes every file, lists them, and says what to do next', async () => {
  const { root, make, linked } = emptyRepository()
  const { code, results, notes } = await make('night-owls2')
  const files = readdirSync(join(root, 'extensions/night-owls2'), { recursive: true, encoding: 'utf8' })
  expect(code).toBe(0)
  expect(results.split('\n').sort()).toEqual(
    files
      .filter((file) => /\./.test(file))
      .map((file) => `extensions/night-owls2/${file}`)
      .sort(),
  )
  for (const next of ['npm run test:unit -- extensions/night-owls2', 'extension:enable night-owls2'])
    expect(notes).toContain(next)
  expect(linked()).toBe(1)
  const manifest = JSON.parse(readFileSync(join(root, 'extensions/night-owls2/package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: 'parley-night-owls2', parley: { title: 'Night owls2' } })
})

test('adds the package to the lock file in order, and links it', async () => {
  const { root, make } = emptyRepository()
  const packages = {
    '': { name: 'parley' },
    'extensions/lock': { name: '@parley/lock' },
    'packages/server': { name: '@parley/server' },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  await make('night-owls')
  const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  expect(Object.keys(lock.packages)).toEqual([
    '',
    'extensions/lock',
    'extensions/night-owls',
    'node_modules/parley-night-owls',
    'packages/server',
  ])
  expect(existsSync(join(root, 'node_modules/parley-night-owls/server.ts'))).toBe(true)
})

test('refuses ids that are no names of folders and texts, and makes nothing', async () => {
  const { root, make } = emptyRepository()
  const long = 'a'.repeat(31)
  for (const id of [
    '',
    '-',
    'Best',
    'best_answer',
    'best--answer',
    '1st',
    '../x',
    'a/b',
    'core',
    'ü',
    long,
  ]) {
    const { code, notes } = await make('--', id)
    expect({ id, code, notes }).toEqual({ id, code: 2, notes: expect.stringContaining(`'${id}' is `) })
  }
  expect(await make()).toMatchObject({ code: 2, notes: expect.stringContaining('<id>') })
  expect(existsSync(join(root, 'extensions'))).toBe(false)
})

test('leaves what is there as it is', async () => {
  const { root, make, linked } = emptyRepository()
  mkdirSync(join(root, 'extensions/taken'), { recursive: true })
  writeFileSync(join(root, 'extensions/file'), 'mine')
  for (const id of ['taken', 'file']) {
    const { code, results, notes } = await make(id)
    expect({ code, results, notes }).toEqual({
      code: 1,
      results: '',
      notes: `extensions/${id} is there already. Choose another id, or remove it first.`,
    })
  }
  expect(readdirSync(join(root, 'extensions/taken'))).toEqual([])
  expect(linked()).toBe(0)
})
