import pg from 'pg'
import { startPostgresServer } from '../postgres/postgres-server.ts'
import { madeOnce } from '../servers/made-once.ts'
import { type ServedForum, startForum } from '../servers/start-forum.ts'

/** What a forum begins with. */
export interface Beginning {
  name: string
  /** Stores it in a forum that is set up. */
  fill(forum: ServedForum): Promise<void>
}

/** Which forum a test takes place in. Tests of a worker that agree in all of this share a forum. */
export interface ForumChoice {
  database: 'sqlite' | 'postgres'
  /** Whether the forum is set up when the test begins. */
  isSetUp: boolean
  /**
   * Tests with the same value share a forum. A file whose tests change settings gives its own: `import.meta.url`, with
   * `test.describe.configure({ mode: 'default' })`, which keeps the file in one worker: else each worker starts a forum.
   */
  forumOf: string
  /** Arguments of Node that serve the forum; none for `bin/parley serve`. */
  command: readonly string[]
  /** The folder of the installation; empty for this working copy. */
  root: string
  beginning: Beginning
}

/** The value of `forumOf` for the forum that most tests share. */
export const sharedForum = 'all'

/** A forum, and how to end it with all that was started for it. */
interface OpenForum {
  forum: ServedForum
  stop(): Promise<void>
}

/**
 * The forums of one worker. Those that most tests share stay until the worker ends. Of the others one is open at a time,
 * so that a file with its own forum needs no worker and no browser of its own.
 */
export class Forums {
  readonly #shared = new Map<string, OpenForum>()
  #own: { key: string; open: OpenForum } | undefined

  /** Returns the forum of a test, which starts if it is not open. */
  async of(choice: ForumChoice): Promise<ServedForum> {
    const key = JSON.stringify({ ...choice, beginning: choice.beginning.name })
    if (isShared(choice)) {
      const open = this.#shared.get(key) ?? (await openForum(choice))
      this.#shared.set(key, open)
      return open.forum
    }
    if (this.#own?.key !== key) {
      await this.#stopOwn()
      this.#own = { key, open: await openForum(choice) }
    }
    return this.#own.open.forum
  }

  async stop(): Promise<void> {
    await this.#stopOwn()
    for (const { stop } of this.#shared.values()) await stop()
  }

  async #stopOwn(): Promise<void> {
    const own = this.#own
    this.#own = undefined
    await own?.open.stop()
  }
}

/** Returns a function that makes something once in each forum. */
export function oncePerForum<T>(
  make: (forum: ServedForum) => Promise<T>,
): (forum: ServedForum) => Promise<T> {
  const made = new WeakMap<ServedForum, Promise<T>>()
  return (forum) => {
    const found = made.get(forum) ?? make(forum)
    made.set(forum, found)
    return found
  }
}

function isShared({ forumOf, database, isSetUp, command, root }: ForumChoice): boolean {
  const isUsual = database === 'sqlite' && isSetUp && command.length === 0 && root === ''
  return isUsual && forumOf === sharedForum
}

async function openForum({ database, isSetUp, command, root, beginning }: ForumChoice): Promise<OpenForum> {
  const postgres = database === 'postgres' ? await startPostgresServer() : undefined
  try {
    const forum = await startForum({
      isSetUp,
      ...(command.length > 0 && { command }),
      ...(root !== '' && { root }),
      ...(postgres && { databaseUrl: await createDatabase(postgres.url) }),
      ...(isSetUp && !postgres && { data: await makeData(beginning) }),
    })
    if (postgres) await beginning.fill(forum)
    const stop = async () => {
      try {
        await forum.stop()
      } finally {
        await postgres?.stop()
      }
    }
    return { forum, stop }
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

/** Fills a data folder once for all workers. */
function makeData({ name, fill }: Beginning): Promise<string> {
  return madeOnce(name, async (folder) => {
    const forum = await startForum()
    await fill(forum)
    await forum.stop(folder)
  })
}

async function createDatabase(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  try {
    await client.query('create database forum template template0')
  } finally {
    await client.end()
  }
  return `${server}/forum`
}
