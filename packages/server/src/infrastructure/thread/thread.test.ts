import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Thread } from './thread.ts'

const answerCalls = pathToFileURL(join(import.meta.dirname, 'answer-calls.ts')).href

/** A thread that answers with `answer`, an expression of `question` and of the thread's `data`. */
async function thread<Answer>(answer: string, patienceMs?: number): Promise<Thread<number, Answer>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-thread-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'main.mjs')
  await writeFile(
    file,
    `import { workerData as data } from 'node:worker_threads'
    import { answerCalls } from '${answerCalls}'
    answerCalls((question) => ${answer.startsWith('{') ? answer : `(${answer})`}, (answer) => answer instanceof Uint8Array ? [answer.buffer] : [])`,
  )
  const started = new Thread<number, Answer>({
    module: pathToFileURL(file),
    data: 100,
    limits: {},
    ...(patienceMs !== undefined && { patienceMs }),
  })
  onTestFinished(() => started.close())
  return started
}

test('answers go to those who asked', async () => {
  const adder = await thread<number>('data + question')
  expect(adder.isRunning).toBe(false)
  expect(await Promise.all([adder.ask(1), adder.ask(2)])).toEqual([101, 102])
  expect(adder.isRunning).toBe(true)
})

test('bytes go over as they are', async () => {
  const bytes = await thread<Uint8Array>('new Uint8Array(question).fill(7)')
  expect([...(await bytes.ask(3))]).toEqual([7, 7, 7])
})

test('what is thrown reaches the one who asked, and the thread goes on', async () => {
  const picky = await thread<number>(
    "{ if (question === 0) throw new Error('nothing asked') ; return question }",
  )
  await expect(picky.ask(0)).rejects.toThrow('nothing asked')
  expect(await picky.ask(5)).toBe(5)
})

test('what is thrown and cannot be copied reaches them as text', async () => {
  const odd = await thread<number>('{ if (question === 0) throw { call() {} } ; return question }')
  await expect(odd.ask(0)).rejects.toThrow('call')
  expect(await odd.ask(5)).toBe(5)
})

test('a question that ends the thread fails, and another thread answers those behind it', async () => {
  const fragile = await thread<number>('question === 0 ? process.exit() : question')
  const [first, second, third, fourth] = [fragile.ask(1), fragile.ask(0), fragile.ask(2), fragile.ask(0)]
  await expect(second).rejects.toThrow('ended')
  await expect(fourth).rejects.toThrow('ended')
  expect(await Promise.all([first, third, fragile.ask(3)])).toEqual([1, 2, 3])
})

test('a thread that nobody asks ends when its patience does', async () => {
  const short = await thread<number>('question', 20)
  for (const number of [1, 2]) {
    expect(await short.ask(number)).toBe(number)
    await vi.waitFor(() => expect(short.isRunning).toBe(false), { timeout: 5000 })
  }
})
