import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildIfStale } from './build.mjs'

/** A repository whose bundler prints a warning and a variable of its environment, and exits with this code. */
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

function captureOutput() {
  let text = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  onTestFinished(() => write.mockRestore())
  return () => text
}

test('a successful build prints its progress and no output of the bundler', async () => {
  const output = captureOutput()
  expect(await buildIfStale(repository(0))).toBe(true)
  expect(output()).toMatch(/^Building the client …\nBuilt in [\d.]+ s\.\n$/)
})

test('a failed build prints the bundler’s output, which never sees the secret key', async () => {
  vi.stubEnv('SECRET_KEY', 'a-secret-key')
  onTestFinished(() => void vi.unstubAllEnvs())
  const output = captureOutput()
  expect(await buildIfStale(repository(1))).toBe(false)
  expect(output()).toContain('a chunk')
  expect(output()).toContain('a warning undefined')
})
