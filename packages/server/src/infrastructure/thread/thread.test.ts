import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Thread } from './thread.ts'

const answerCalls = pathToFileURL(join(import.meta.dirname, 'answer-calls.ts')).href

/** Makes a thread that answers with `answer`, an expression of `question` and of the thread's `data`. */
async function threadOf<Answer>(answer: string, idleMs?: number): Promise<Thread<number, Answer>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-thread-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'main.mjs')
  await writeFile(
    file,
    `import { workerData as data } from 'node:worker_threads'
    import { answerCalls } from '${answerCalls}'
    answerCalls((question) => ${answer.startsWith('{') ? answer : `(${answer})`}, (answer) => answer instanceof Uint8Array ? [answer.buffer] : [])`,
  )
  const thread = new Thread<number, Answer>({
    module: pathToFileURL(file),
    data: 100,
    limits: {},
    ...(idleMs !== undefined && { idleMs }),
  })
  onTestFinished(() => thread.close())
  return thread
}

test('each question gets its answer', async () => {
  const adder = await threadOf<number>('data + question')
  expect(adder.isRunning).toBe(false)
  expect(await Promise.all([adder.ask(1), adder.ask(2)])).toEqual([101, 102])
  expect(adder.isRunning).toBe(true)
})

test('answers may transfer bytes', async () => {
  const bytes = await threadOf<Uint8Array>('new Uint8Array(question).fill(7)')
  expect([...(await bytes.ask(3))]).toEqual([7, 7, 7])
})

test('an error rejects its question, and the thread goes on', async () => {
  const picky = await threadOf<number>(
    "{ if (question === 0) throw new Error('no question') ; return question }",
  )
  await expect(picky.ask(0)).rejects.toThrow('no question')
  expect(await picky.ask(5)).toBe(5)
})

test('a thrown value that cannot be cloned becomes the text of an error', async () => {
  const odd = await threadOf<number>('{ if (question === 0) throw { call() {} } ; return question }')
  await expect(odd.ask(0)).rejects.toThrow('call')
  expect(await odd.ask(5)).toBe(5)
})

test('a question that ends the thread fails, and another thread answers the ones behind it', async () => {
  const fragile = await threadOf<number>('question === 0 ? process.exit() : question')
  const [first, second, third, fourth] = [fragile.ask(1), fragile.ask(0), fragile.ask(2), fragile.ask(0)]
  await expect(second).rejects.toThrow('ended')
  await expect(fourth).rejects.toThrow('ended')
  expect(await Promise.all([first, third, fragile.ask(3)])).toEqual([1, 2, 3])
})

test('an idle thread ends after its idle time', async () => {
  const short = await threadOf<number>('question', 20)
  for (const number of [1, 2]) {
    expect(await short.ask(number)).toBe(number)
    await vi.waitFor(() => expect(short.isRunning).toBe(false), { timeout: 5000 })
  }
})
