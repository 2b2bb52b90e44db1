import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { ForumProcessInfo } from './serve-forum.ts'

const server = fileURLToPath(new URL('serve-forum.ts', import.meta.url))

/** A forum in a separate process, which is killed when the test ends. */
export interface ForumProcess extends ForumProcessInfo {
  folder: string
  child: ChildProcess
}

/**
 * Serves the forum in a folder, which is set up if it is empty. `launcher` is a command to run the process with.
 * @param extensions folders of its extensions.
 */
export async function serveForum(
  folder: string,
  launcher: readonly string[] = [],
  extensions: readonly string[] = [],
): Promise<ForumProcess> {
  const [command = '', ...args] = [...launcher, process.execPath, server, folder, ...extensions]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const forum = { ...(JSON.parse(line) as ForumProcessInfo), folder, child }
    onTestFinished(() => killForum(forum))
    return forum
  }
  throw new Error('The forum did not start')
}

/** Kills the process. Signals the `pid`, as `child` may be a tracer. */
export function killForum({ child, pid }: ForumProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL')
}

/** Creates an empty data folder, which is removed when the test ends. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
