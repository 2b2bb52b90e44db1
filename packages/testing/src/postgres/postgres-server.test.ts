import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { installedPostgres } from './postgres-binaries.ts'
import { startPostgresServer } from './postgres-server.ts'

const isRoot = process.getuid?.() === 0

test('the server ends when the process that started it is killed', async () => {
  const module = new URL('postgres-server.ts', import.meta.url).href
  const code = `const { startPostgresServer } = await import('${module}'); console.log((await startPostgresServer()).url)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface(parent.stdout), 'line')
  expect(await version(url)).toMatch(/^PostgreSQL/)
  parent.kill('SIGKILL')
  await expect.poll(() => version(url), { timeout: 20_000 }).toBe('refused')
})

test.runIf(isRoot)('the server starts from programs in a folder that only root may enter', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'parley-closed-'))
  onTestFinished(() => rm(closed, { recursive: true, force: true }))
  await chmod(closed, 0o700)
  const native = join(closed, 'package', 'native')
  await cp(join(installedPostgres(), '..'), join(closed, 'package'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const server = await startPostgresServer({ native })
  expect(await version(server.url)).toMatch(/^PostgreSQL/)
  await server.stop()
  expect(await version(server.url)).toBe('refused')
})

async function version(server: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  // The server may end the connection at any time.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select version()')
    return rows[0].version
  } catch {
    return 'refused'
  } finally {
    await client.end().catch(() => undefined)
  }
}
