import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@parley/server/db'
import type { ForumData } from '../factories.ts'
import { freePort } from './free-port.ts'
import { readMails, type SentMail } from './sent-mails.ts'

const ownRoot = fileURLToPath(new URL('../../../..', import.meta.url))
const execute = promisify(execFile)
const startTimeoutMs = 60_000
// Levels of the log: https://github.com/pinojs/pino/blob/main/docs/api.md#level-string
const errorLevel = 50

/** The administrator of forums that start with `isSetUp`. */
export const administrator = {
  username: 'admin',
  email: 'admin@machine.local',
  password: 'correct horse battery',
} as const

export interface ServedForumOptions {
  /** URL of an empty PostgreSQL database; by default the forum uses a SQLite file. */
  databaseUrl?: string
  /** Whether the forum is set up at the start, with `administrator`; true by default. Otherwise it shows its set-up page. */
  isSetUp?: boolean
  /** A data folder that the forum begins with, as `stop` has kept it. */
  data?: string
  /** The folder of the installation; this working copy by default. */
  root?: string
  /** Arguments of Node that serve the forum; by default `bin/parley serve`. */
  command?: readonly string[]
}

/** A forum as in production: a separate process with its own data folder. */
export interface ServedForum extends ForumData {
  /** Base URL without trailing slash. */
  readonly url: string
  /** URL of the set-up page with the one-time code; undefined if the forum is set up. */
  readonly setUpUrl: string | undefined
  /** Everything that the process has printed. */
  readonly output: string
  /** Logged errors, including responses with status 500. */
  errors(): string[]
  /** All mails sent so far, in order. The forum sends mails shortly after the response that causes them. */
  mails(): Promise<SentMail[]>
  /** Runs a command of `bin/parley` on its data, while it serves. Resolves with what the command printed. */
  run(...argv: string[]): Promise<string>
  /** Stops the process with SIGTERM and starts it again on its data. @param meanwhile runs while it is down. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  /**
   * Stops the process with SIGTERM and removes its data. Rejects unless the exit code is 0.
   * @param keep a folder that gets a copy of the data, for other forums to begin with.
   */
  stop(keep?: string): Promise<void>
}

/**
 * Starts `bin/parley serve` and resolves when it is ready. The tests have a connection to its database for changes that
 * browsers cannot make. Such changes do not invalidate the forum's cache of guests' pages.
 */
export async function startForum(options: ServedForumOptions = {}): Promise<ServedForum> {
  const { databaseUrl, data, isSetUp = true, root = ownRoot, command = ['bin/parley', 'serve'] } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  if (data !== undefined) await cp(data, dataDir, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...inheritedEnvironment(), ...forumEnvironment({ port, dataDir, databaseUrl, isSetUp }) }
  let output = ''
  const serve = () => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    })
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    return child
  }
  let child = serve()
  let database: Database
  try {
    await waitUntilReady(child, url, () => output)
    database = await openDatabase(
      databaseUrl === undefined ? { file: join(dataDir, 'forum.sqlite') } : { url: databaseUrl },
    )
  } catch (error) {
    child.kill()
    throw error
  }
  return {
    url,
    setUpUrl: /^Set the forum up at (\S+)$/m.exec(output)?.[1],
    get output() {
      return output
    },
    mails: () => readMails(dataDir),
    errors: () => output.split('\n').filter(isError),
    current: { database, now: () => new Date() },
    async run(...argv) {
      const { stdout } = await execute(process.execPath, ['bin/parley', ...argv], { cwd: root, env })
      return stdout
    },
    async restart(meanwhile) {
      await stopProcess(child)
      await meanwhile?.()
      child = serve()
      await waitUntilReady(child, url, () => output)
    },
    async stop(keep) {
      await database.close()
      const exit = await stopProcess(child)
      if (exit === 0 && keep !== undefined) await cp(dataDir, keep, { recursive: true })
      await rm(dataDir, { recursive: true, force: true })
      if (exit !== 0) throw new Error(`The forum ended with ${exit}:\n${output}`)
    },
  }
}

/** @returns the exit code of the process, or the signal that ended it. */
async function stopProcess(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit')
  if (child.exitCode !== null) return child.exitCode
  child.kill('SIGTERM')
  const [code, signal] = await ended
  return code ?? signal
}

/** The environment without variables that configure the forum. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR }
}

function forumEnvironment({
  port,
  dataDir,
  databaseUrl,
  isSetUp,
}: Omit<ServedForumOptions, 'root'> & { port: number; dataDir: string }): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(isSetUp && {
      FORUM_TITLE: 'Riverside Commons',
      ADMIN_USERNAME: administrator.username,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    }),
  }
}

async function waitUntilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    try {
      if ((await fetch(`${url}/ready`)).ok && /^(Set the forum up|The forum is) at /m.test(output())) return
    } catch {
      // The forum does not listen yet.
    }
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`The forum did not start:\n${output()}`)
    }
    await sleep(20)
  }
}

function isError(line: string): boolean {
  if (!line.startsWith('{')) return /error|warning/i.test(line)
  const { level } = JSON.parse(line) as { level?: number }
  return level !== undefined && level >= errorLevel
}
