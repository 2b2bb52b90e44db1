import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccessToken } from '@parley/server/access-tokens'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { TestForum } from '../test-forum.ts'

/** A message of real time. */
export interface RealtimeMessage {
  event: string
  id: string
  data: unknown
}

/** How a reader connects: as a guest by default. */
export interface RealtimeOptions {
  /** Id of the account whose browser it is. */
  user?: number
  topics?: readonly string[]
  /** The page that connects, such as `https://elsewhere.example`; by default one of the forum. */
  origin?: string
  /** The position of the last event that it had. */
  after?: string
}

/** One browser's connection for real time. */
export interface RealtimeReader {
  readonly socket: WebSocket
  /** All messages so far but heartbeats, the first one `hello`. */
  readonly messages: readonly RealtimeMessage[]
  /** What it received besides `hello`, once the forum has delivered everything. */
  received(): Promise<readonly RealtimeMessage[]>
  /** @param ages how many milliseconds ago it read what it shows of topics. */
  follow(topics: readonly string[], after?: string, ages?: Readonly<Record<string, number>>): Promise<void>
  /** Resolves with the code with which the forum ended the connection. */
  readonly ended: Promise<number>
}

const ports = new WeakMap<TestForum, Promise<number>>()

/** The port of a forum, which listens from then on; it needs the option `port: 0`. */
export function listeningPort(forum: TestForum): Promise<number> {
  const listening = ports.get(forum) ?? listen(forum)
  ports.set(forum, listening)
  return listening
}

/** Also waits until the forum hears other processes: what they told before is missing, so it tells its readers to refresh. */
async function listen(forum: TestForum): Promise<number> {
  const port = await forum.listen()
  while (forum.current.database.line?.isDeaf) await sleep(5)
  return port
}

/** Connects a reader to a forum, which listens from then on. Rejects if it is refused. */
export async function connectReader(
  forum: TestForum,
  { user, topics = [], origin = new URL(forum.current.baseUrl).origin, after }: RealtimeOptions = {},
): Promise<RealtimeReader> {
  const { basePath } = forum.current
  const cookie =
    user === undefined ? undefined : `parley_session=${'s'.repeat(40)}.${await tokenOf(forum, user)}`
  const socket = new WebSocket(`ws://127.0.0.1:${await listeningPort(forum)}${basePath}/realtime`, {
    origin,
    ...(cookie !== undefined && { headers: { cookie } }),
  })
  onTestFinished(() => socket.terminate())
  const messages: RealtimeMessage[] = []
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as RealtimeMessage
    if (message.event !== 'beat') messages.push(message)
  })
  const ended = once(socket, 'close').then(([code]) => code as number)
  ended.catch(() => {})
  await once(socket, 'open')
  /** Resolves when the server has read everything that was sent before. */
  const answered = async () => {
    socket.ping()
    await once(socket, 'pong')
  }
  const reader: RealtimeReader = {
    socket,
    messages,
    ended,
    async received() {
      await forum.settled()
      await answered()
      return messages.slice(1)
    },
    async follow(followed, from, ages) {
      socket.send(JSON.stringify({ topics: followed, ...(from !== undefined && { after: from }), ages }))
      await answered()
    },
  }
  if (topics.length > 0 || after !== undefined) await reader.follow(topics, after)
  return reader
}

async function tokenOf({ current }: TestForum, userId: number): Promise<string> {
  const { token } = await current.database.transaction((db) =>
    createAccessToken(db, { userId, type: 'session', now: current.now() }),
  )
  return token
}
