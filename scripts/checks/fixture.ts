import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openRepository, type Repository } from './repository.ts'

/** Creates a repository of files (path to content) in a temporary folder, which is removed when the test ends. */
export function makeRepository(files: Record<string, string>): Repository {
  const root = mkdtempSync(join(tmpdir(), 'parley-check-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return openRepository(root)
}

/** The content of a package.json. */
export function manifest(name: string, more: object = {}): string {
  return JSON.stringify({ name, ...more })
}
