import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { BoundedProcess } from './bounded-process.ts'

test('of one requester four questions wait; others are answered all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'main.mjs')
  const answerCalls = pathToFileURL(join(import.meta.dirname, 'answer-process-calls.ts')).href
  await writeFile(
    file,
    `import { answerProcessCalls } from '${answerCalls}'\nanswerProcessCalls(async (question) => question + 1)`,
  )
  const bounded = new BoundedProcess<number, number>({
    module: pathToFileURL(file),
    timeLimitMs: 60_000,
    memoryBytes: 200 * 1024 ** 2,
    idleMs: 20,
  })
  const own = [1, 2, 3, 4, 5, 6].map((question) => bounded.ask(question, 'account 1'))
  const other = bounded.ask(10, 'account 2')
  const outcomes = await Promise.allSettled(own)
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
  expect(outcomes[5]).toMatchObject({ reason: { code: 'busy', status: 503 } })
  expect(await other).toBe(11)
})
