import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createForum } from '@parley/server/forum'
import { loadExtensions } from '../site/server.ts'

/** A search for a word that a large part of all posts has, one after the other with nothing else to do. */
export interface CommonWord {
  /** Milliseconds. */
  p99: number
  /** Milliseconds that the process could do nothing else, the longest of all times. */
  loopDelay: number
}

const warmUp = 20
const searches = 300
// The last ones never stand in one post: what has both is looked for in all posts with one of them.
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
