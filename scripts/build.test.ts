import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildIfStale } from './build.mjs'

/** A repository whose bundler prints its environment and warnings, and ends with this exit code. */
function repository(exitCode: number): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const bin = join(root, 'node_modules', 'vite', 'bin')
  mkdirSync(bin, { recursive: true })
  mkdirSync(join(root, 'site'))
  writeFileSync(join(root, 'site', 'a.ts'), '')
  const source = `console.warn('a warning', process.env.SECRET_KEY); console.log('a chunk'); process.exit(${exitCode})`
  writeFileSync(join(bin, 'vite.js'), source)
  return root
}

function printed() {
  let text = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  onTestFinished(() => write.mockRestore())
  return () => text
}

test('a build that works prints its progress and nothing that the bundler says', async () => {
  const said = printed()
  expect(await buildIfStale(repository(0))).toBe(true)
  expect(said()).toMatch(/^Building the client …\nBuilt in [\d.]+ s\.\n$/)
})

test('a build that fails prints all of it, and knows no key', async () => {
  vi.stubEnv('SECRET_KEY', 'a-key-that-is-none-of-its-business')
  onTestFinished(() => void vi.unstubAllEnvs())
  const said = printed()
  expect(await buildIfStale(repository(1))).toBe(false)
  expect(said()).toContain('a chunk')
  expect(said()).toContain('a warning undefined')
})
