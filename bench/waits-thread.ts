import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread asks for. */
export interface Asking {
  url: string
  /** Requests at a time. */
  width: number
  seconds: number
}

/** What it was answered. */
export interface Asked {
  /** By status. */
  answers: Record<string, number>
}

const { url, width, seconds } = workerData as Asking
const agent = new Agent({ keepAlive: true })
const end = performance.now() + seconds * 1000
const answers: Asked['answers'] = {}

/** Asks, and drops the answer's body as it comes. */
function ask(): Promise<void> {
  return new Promise((resolve) => {
    const note = (status: string) => {
      answers[status] = (answers[status] ?? 0) + 1
      resolve()
    }
    get(url, { agent }, (response) => {
      response.resume()
      response.on('close', () => note(String(response.statusCode)))
    }).on('error', () => note('failed'))
  })
}

async function repeat(): Promise<void> {
  while (performance.now() < end) await ask()
}

await Promise.race([
  Promise.all(Array.from({ length: width }, repeat)),
  // What still waits in a queue is given up with the connection.
  new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
])
agent.destroy()
parentPort?.postMessage({ answers } satisfies Asked)
parentPort?.close()
