import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forumEnvironment, root } from './data.ts'
import { memoryOfTree } from './process-memory.ts'

const patienceMs = 60_000

/** A forum served by a process of its own. */
export interface BenchServer {
  url: string
  /** Milliseconds from the start of the process to the first answer. */
  startedIn: number
  pid: number
  /** Memory of the server's processes in bytes. */
  memory(): number
  /** What the server has written to standard error so far: its log. */
  said(): string
  /** Whether the process has ended. */
  hasEnded(): boolean
  stop(): Promise<void>
}

/** Starts `parley serve` on a data folder, with more in its environment if need be. */
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
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await firstAnswer(child, url, () => said)
  const pid = child.pid ?? 0
  return {
    url,
    startedIn: performance.now() - started,
    pid,
    memory: () => memoryOfTree(pid),
    said: () => said,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function firstAnswer(child: ChildProcess, url: string, said: () => string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      if ((await fetch(`${url}/health`)).ok) return
    } catch {
      if (child.exitCode !== null || performance.now() > giveUpAt) {
        throw new Error(`The server did not start:\n${said()}`)
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
