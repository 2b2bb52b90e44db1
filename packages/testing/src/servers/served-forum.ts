import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { ServedForum } from './serve-forum.ts'

const server = fileURLToPath(new URL('serve-forum.ts', import.meta.url))

/** A forum in a process of its own, which ends with the test. */
export interface Served extends ServedForum {
  folder: string
  child: ChildProcess
}

/** Serves the forum in a folder, a new one where there is none. `before` is what the process is started with. */
export async function serveForum(folder: string, before: readonly string[] = []): Promise<Served> {
  const [command = '', ...args] = [...before, process.execPath, server, folder]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const forum = { ...(JSON.parse(line) as ServedForum), folder, child }
    onTestFinished(() => killForum(forum))
    return forum
  }
  throw new Error('The forum did not start')
}

/** Ends the process at once. Not through `child`: that may be the one who traces. */
export function killForum({ child, pid }: Served): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL')
}

/** An empty folder for a forum's data, removed when the test ends. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
