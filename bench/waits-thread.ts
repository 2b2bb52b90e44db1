import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** The `workerData` of the thread: the load to generate. */
export interface LoadOptions {
  url: string
  /** Concurrent requests. */
  width: number
  seconds: number
}

/** The final message of the thread. */
export interface LoadResponses {
  /** Number of responses by status. */
  responses: Record<string, number>
}

const { url, width, seconds } = workerData as LoadOptions
const agent = new Agent({ keepAlive: true })
const end = performance.now() + seconds * 1000
const responses: LoadResponses['responses'] = {}

/** Sends a request and discards the response body. */
function sendRequest(): Promise<void> {
  return new Promise((resolve) => {
    const count = (status: string) => {
      responses[status] = (responses[status] ?? 0) + 1
      resolve()
    }
    get(url, { agent }, (response) => {
      response.resume()
      response.on('close', () => count(String(response.statusCode)))
    }).on('error', () => count('failed'))
  })
}

async function repeat(): Promise<void> {
  while (performance.now() < end) await sendRequest()
}

await Promise.race([
  Promise.all(Array.from({ length: width }, repeat)),
  // Pending requests are aborted with their connections.
  new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
])
agent.destroy()
parentPort?.postMessage({ responses } satisfies LoadResponses)
parentPort?.close()
