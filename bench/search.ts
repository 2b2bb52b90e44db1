import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createForum } from '@parley/server/forum'
import { loadExtensions } from '../site/server.ts'

/** Sequential searches for words that many posts have, without other load. */
export interface CommonWord {
  /** Latency in milliseconds. */
  p99: number
  /** Longest delay of the event loop in milliseconds. */
  loopDelay: number
}

const warmUp = 20
const searches = 300
// No post has both words of the last search, which therefore examines all posts with one of them.
const words = ['the', 'this', 'and the', 'with', '的', 'how did you get started', 'ich the']

export async function measureCommonWord(folder: string): Promise<CommonWord> {
  const forum = await createForum({
    database: { file: join(folder, 'forum.sqlite') },
    dataDir: folder,
    baseUrl: 'http://127.0.0.1:3000',
    extensions: await loadExtensions(),
    rateLimits: 'off',
  })
  try {
    const times: number[] = []
    const delay = monitorEventLoopDelay({ resolution: 1 })
    for (let number = -warmUp; number < searches; number++) {
      if (number === 0) delay.enable()
      const query = encodeURIComponent(words[Math.abs(number) % words.length] ?? '')
      const started = performance.now()
      const { statusCode } = await forum.inject({
        method: 'GET',
        url: `/api/discussions?filter%5Bq%5D=${query}`,
      })
      if (statusCode !== 200) throw new Error(`A search was answered with ${statusCode}`)
      if (number >= 0) times.push(performance.now() - started)
    }
    delay.disable()
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
    return { p99, loopDelay: delay.max / 1e6 }
  } finally {
    await forum.close()
  }
}
