import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { IsolatedProcess, ProcessEnded, type ProcessOptions } from './isolated-process.ts'

const answerCalls = pathToFileURL(join(import.meta.dirname, 'answer-process-calls.ts')).href

/** Makes a process that answers with `answer`, the body of a function of `question`. */
async function processOf<Answer>(answer: string, options: Partial<ProcessOptions> = {}, before = '') {
  const folder = await mkdtemp(join(tmpdir(), 'parley-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'main.mjs')
  await writeFile(
    file,
    `${before}\nimport { answerProcessCalls } from '${answerCalls}'\nanswerProcessCalls(async (question) => { ${answer} })`,
  )
  return new IsolatedProcess<unknown, Answer>({
    module: pathToFileURL(file),
    timeLimitMs: 60_000,
    memoryBytes: 200 * 1024 ** 2,
    idleMs: 20,
    ...options,
  })
}

test('a process starts with the first question, answers one after the other and ends when it is idle', async () => {
  const isolated = await processOf<number>(
    'globalThis.count = (globalThis.count ?? 0) + question; return globalThis.count',
  )
  expect(isolated.pid).toBeUndefined()
  expect(await Promise.all([isolated.ask(1), isolated.ask(2), isolated.ask(3)])).toEqual([1, 3, 6])
  await vi.waitFor(() => expect(isolated.pid).toBeUndefined(), { timeout: 20_000 })
  expect(await isolated.ask(1)).toBe(1)
})

test('questions and answers may contain bytes', async () => {
  const isolated = await processOf<Uint8Array>('return question.map((byte) => byte + 1)')
  expect([...(await isolated.ask(new Uint8Array([1, 2])))]).toEqual([2, 3])
})

test('an error rejects its question, and the process goes on', async () => {
  const isolated = await processOf<number>("if (question === 0) throw new Error('no'); return process.pid", {
    idleMs: 60_000,
  })
  const pid = await isolated.ask(1)
  await expect(isolated.ask(0)).rejects.toThrow('no')
  expect(await isolated.ask(1)).toBe(pid)
})

test.each([
  ['ends', 'process.exit(3)', {}],
  ['is killed', "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})", {}],
  ['runs for ever', 'for (;;);', { timeLimitMs: 200 }],
  [
    'takes too much memory',
    'globalThis.all = []; for (;;) globalThis.all.push(Buffer.alloc(1e7, 1))',
    { memoryBytes: 100 * 1024 ** 2 },
  ],
])('a process that %s fails only that question', async (_, code, options) => {
  const isolated = await processOf<number>(`if (question === 0) { ${code} } return question`, options)
  const answers = await Promise.allSettled([isolated.ask(1), isolated.ask(0), isolated.ask(2)])
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: 1 },
    // A process may report an allocation failure itself.
    { status: 'rejected', reason: expect.any('memoryBytes' in options ? Error : ProcessEnded) },
    { status: 'fulfilled', value: 2 },
  ])
})

test('a process that cannot start rejects every question with the reason', async () => {
  const isolated = await processOf<number>('return 1', {}, "throw new Error('the library is missing')")
  for (const question of [1, 2]) {
    const error: unknown = await isolated.ask(question).catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(ProcessEnded)
    expect(String(error)).toContain('the library is missing')
  }
})

test('a process gets no environment variables but those that locate programs', async () => {
  process.env.PARLEY_TEST_SECRET = 'secret'
  onTestFinished(() => void delete process.env.PARLEY_TEST_SECRET)
  const isolated = await processOf<string[]>('return Object.keys(process.env)')
  const names = await isolated.ask(1)
  expect(names).toContain('PATH')
  const expected = [
    'PATH',
    'LD_LIBRARY_PATH',
    'TMPDIR',
    'MALLOC_ARENA_MAX',
    'NODE_CHANNEL_FD',
    'NODE_CHANNEL_SERIALIZATION_MODE',
  ]
  // The shell adds these.
  const ofShell = ['PWD', 'OLDPWD', 'SHLVL', '_']
  expect(names.filter((name) => ![...expected, ...ofShell].includes(name))).toEqual([])
})
