import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InstalledExtension } from '@parley/server/extensions'
import { expect, onTestFinished, test } from 'vitest'
import { isRunOfAll } from '../all-tests.ts'
import { fuzzApi } from './fuzz.ts'

async function fuzz(count: number, extensions: readonly InstalledExtension[] = []) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return fuzzApi({ seed: 1, count, database: { file: join(dataDir, 'forum.sqlite') }, dataDir, extensions })
}

const count = isRunOfAll ? 600 : 300

test(`${count} random requests find no fault and reach every kind of status`, async () => {
  const { faults, statuses, requests } = await fuzz(count)
  expect(faults).toEqual([])
  expect(requests).toBe(count)
  for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 422]) {
    expect({ status, count: statuses.get(status) ?? 0 }).toEqual({ status, count: expect.any(Number) })
    expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(0)
  }
}, 120_000)

test('the fuzzer reports a failing endpoint', async () => {
  const broken: InstalledExtension = {
    id: 'broken',
    title: 'Broken',
    version: '1.0.0',
    declaration: {
      routes: Array.from({ length: 20 }, (_, index) => ({
        method: 'GET',
        path: `/api/broken-${index}`,
        run: () => {
          throw new Error('out of order')
        },
      })),
    },
  }
  const { faults } = await fuzz(200, [broken])
  expect(faults.length).toBeGreaterThan(0)
  expect(faults[0]).toContain('status 500')
  expect(faults[0]).toContain('out of order')
  // Shrunk: without a query.
  expect(faults[0]).toMatch(/\nGET \/api\/broken-\d+ /)
}, 60_000)
