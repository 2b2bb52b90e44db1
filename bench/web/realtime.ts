// node scripts/run.mjs --build bench/web/realtime.ts
// What a thousand readers of a discussion cost the writer of a post, as a ratio to a discussion without followers, in
// alternate rounds; when the last of them hears of the post; and the memory of idle connections.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccessToken } from '@parley/server/access-tokens'
import { openDatabase } from '@parley/server/db'
import { WebSocket } from 'ws'
import { copyOf, seededFolder, small } from '../data.ts'
import { median } from '../load.ts'
import { startServer } from '../server.ts'

const readers = 1000
const idle = 5000
const rounds = 8
const postsPerRound = 10
const goals = { ratio: 1.3, heardMs: 1000, bytes: 20_000 }

const folder = copyOf(seededFolder(small))
const tokens = await makeTokens(readers + 1)
const environment = { RATE_LIMITS: 'off', TRUST_PROXY: '127.0.0.1' }
let server = await startServer(folder, environment)
const faults: string[] = []
try {
  const [followed, silent] = await discussions()
  const sockets = await connectAll(tokens.slice(0, readers), [`discussion:${followed}`])
  const heard: number[] = []
  let waiting = 0
  let handleAll = () => {}
  for (const socket of sockets)
    socket.on('message', (text) => {
      if (!String(text).startsWith('{"event":"newPost"')) return
      waiting -= 1
      if (waiting === 0) handleAll()
    })
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const times = { followed: [] as number[], silent: [] as number[] }
    for (let n = 0; n < postsPerRound; n++) {
      waiting = readers
      const all = new Promise<void>((resolve) => {
        handleAll = resolve
      })
      times.followed.push(await write(followed))
      const answered = performance.now()
      await all
      heard.push(performance.now() - answered)
      await sleep(50)
      times.silent.push(await write(silent))
      await sleep(50)
    }
    // The first round warms the server up.
    if (round > 0) ratios.push(median(times.followed) / median(times.silent))
  }
  for (const socket of sockets) socket.terminate()
  report('time of a post with 1,000 readers / with none', median(ratios), goals.ratio)
  report('ms until the last reader hears of it, at most', Math.max(...heard), goals.heardMs)
} finally {
  await server.stop()
}
// A new process has no free memory yet that connections could take.
server = await startServer(folder, environment)
try {
  for (let n = 0; n < 100; n++) await (await fetch(`${server.url}/api`)).arrayBuffer()
  await sleep(2000)
  const before = server.memory()
  await connectAll(Array.from({ length: idle }), ['list'])
  await sleep(2000)
  report('bytes per connection of 5,000', (server.memory() - before) / idle, goals.bytes)
} finally {
  await server.stop()
}
if (faults.length > 0) process.exitCode = 1

function report(name: string, value: number, goal: number): void {
  if (value > goal) faults.push(name)
  console.log(`| ${name} | ${value.toFixed(2)} | ≤ ${goal} | ${value > goal ? 'FAIL' : 'PASS'} |`)
}

/** Replies as a member who follows nothing. @returns how long the answer took, in milliseconds. */
async function write(discussionId: string): Promise<number> {
  const started = performance.now()
  const data = {
    type: 'posts',
    attributes: { content: 'Another thought about it.' },
    relationships: { discussion: { data: { type: 'discussions', id: discussionId } } },
  }
  const answer = await fetch(`${server.url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Token ${tokens.at(-1)}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - started
}

/** The ids of two discussions of a similar length. */
async function discussions(): Promise<[string, string]> {
  const answer = await fetch(`${server.url}/api/discussions?sort=-createdAt`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return [data[0]?.id ?? '', data[1]?.id ?? '']
}

/** Connects a browser for each token, a guest's for undefined, from addresses of their own. */
async function connectAll(
  given: readonly (string | undefined)[],
  topics: readonly string[],
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (const [index, token] of given.entries()) {
    const headers = {
      'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`,
      ...(token !== undefined && { authorization: `Token ${token}` }),
    }
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime`, { headers })
    await once(socket, 'open')
    socket.send(JSON.stringify({ topics }))
    sockets.push(socket)
  }
  return sockets
}

/** Makes sessions of seeded members. */
async function makeTokens(count: number): Promise<string[]> {
  const database = await openDatabase({ file: join(folder, 'forum.sqlite') })
  try {
    return await database.transaction(async (db) => {
      const users = await db
        .selectFrom('users')
        .select('id')
        .where('is_email_confirmed', '=', true)
        .where('id', '>', 1)
        .limit(count)
        .execute()
      const made: string[] = []
      for (const { id } of users) {
        made.push(
          (await createAccessToken(db, { userId: id, type: 'session_remember', now: new Date() })).token,
        )
      }
      return made
    })
  } finally {
    await database.close()
  }
}
