import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@parley/server/db'
import type { ForumData } from '../factories.ts'
import { freePort } from './free-port.ts'
import { readMails, type SentMail } from './sent-mails.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const patienceMs = 60_000
// Levels of the log: https://github.com/pinojs/pino/blob/main/docs/api.md#level-string
const errorLevel = 50

/** The account that a forum is set up with unasked. */
export const administrator = {
  username: 'admin',
  email: 'admin@machine.local',
  password: 'correct horse battery',
} as const

export interface ServedForumOptions {
  /** Address of an empty PostgreSQL database; a SQLite file unless given. */
  databaseUrl?: string
  /** Whether it is set up unasked, with `administrator`; true unless said. Otherwise its set-up page waits. */
  isSetUp?: boolean
}

/** A forum that runs as its users run it: a process of its own on a data folder of its own. */
export interface ServedForum extends ForumData {
  /** Without trailing slash. */
  readonly url: string
  /** Where it is set up, with the one-time code; undefined if it is. */
  readonly setUpUrl: string | undefined
  /** Everything it has printed. */
  readonly output: string
  /** What it has logged as an error, answers with status 500 among them. */
  errors(): string[]
  /** Every mail sent so far, in order. A mail is sent some moments after the answer that it follows from. */
  mails(): Promise<SentMail[]>
  /** Stops it with SIGTERM and starts it again on its data. @param meanwhile what is done while nobody answers. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  /** Stops it with SIGTERM and removes its data. Rejects when it does not end with exit code 0. */
  stop(): Promise<void>
}

/**
 * Starts `bin/parley serve` and resolves when it is ready. The tests' own connection to its database is for what
 * nobody can do in a browser: guests' pages that were drawn already do not notice what is changed through it.
 */
export async function startForum(options: ServedForumOptions = {}): Promise<ServedForum> {
  const { databaseUrl, isSetUp = true } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...inherited(), ...environment({ port, dataDir, databaseUrl, isSetUp }) }
  let output = ''
  const serve = () => {
    const child = spawn(process.execPath, ['bin/parley', 'serve'], {
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
    await ready(child, url, () => output)
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
    async restart(meanwhile) {
      await end(child)
      await meanwhile?.()
      child = serve()
      await ready(child, url, () => output)
    },
    async stop() {
      await database.close()
      const how = await end(child)
      await rm(dataDir, { recursive: true, force: true })
      if (how !== 0) throw new Error(`The forum ended with ${how}:\n${output}`)
    },
  }
}

/** @returns its exit code, or the signal that ended it. */
async function end(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit')
  if (child.exitCode !== null) return child.exitCode
  child.kill('SIGTERM')
  const [code, signal] = await ended
  return code ?? signal
}

/** The environment without anything that would configure the forum. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR }
}

function environment({
  port,
  dataDir,
  databaseUrl,
  isSetUp,
}: ServedForumOptions & { port: number; dataDir: string }): NodeJS.ProcessEnv {
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

async function ready(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      if ((await fetch(`${url}/ready`)).ok && /^(Set the forum up|The forum is) at /m.test(output())) return
    } catch {
      // It does not listen yet.
    }
    if (child.exitCode !== null || performance.now() > giveUpAt) {
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
