import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forumEnvironment, root } from './data.ts'
import { memoryOfTree } from './process-memory.ts'

const startTimeoutMs = 60_000

/** A forum in a separate process. */
export interface BenchServer {
  url: string
  /** Milliseconds from the start of the process to the first response. */
  startedIn: number
  pid: number
  /** Memory of the server's processes in bytes. */
  memory(): number
  /** The server's log: its standard error so far. */
  log(): string
  /** Whether the process has ended. */
  hasEnded(): boolean
  stop(): Promise<void>
}

/** Starts `parley serve` on a data folder, with additional environment variables. */
export async function startServer(
  folder: string,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(join(root, 'bin/parley'), ['serve'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...forumEnvironment(folder, port), ...environment },
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(child, url, () => log)
  const pid = child.pid ?? 0
  return {
    url,
    startedIn: performance.now() - started,
    pid,
    memory: () => memoryOfTree(pid),
    log: () => log,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    try {
      if ((await fetch(`${url}/health`)).ok) return
    } catch {
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`The server did not start:\n${log()}`)
      }
    }
    await sleep(5)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
