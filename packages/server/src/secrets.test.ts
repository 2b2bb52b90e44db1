import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parley-secrets-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('the keys are made once, for nobody else to read', async () => {
  const dataDir = await folder()
  const all = await Promise.all([loadSecrets(dataDir), loadSecrets(dataDir), loadSecrets(dataDir)])
  const kept = await loadSecrets(dataDir)
  for (const name of ['signing', 'sealing'] as const) {
    for (const secrets of all) expect(secrets[name].equals(kept[name])).toBe(true)
    const file = join(dataDir, 'keys', name)
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect((await readFile(file, 'utf8')).trim()).toHaveLength(64)
  }
  expect(kept.signing.equals(kept.sealing)).toBe(false)
})

test('a damaged key is named', async () => {
  const dataDir = await folder()
  await loadSecrets(dataDir)
  await writeFile(join(dataDir, 'keys', 'signing'), 'x')
  await expect(loadSecrets(dataDir)).rejects.toThrow(/keys\/signing is damaged/)
})
