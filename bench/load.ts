import autocannon, { type Client } from 'autocannon'

const connections = 16

/** What a run of load gave. */
export interface LoadResult {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Bytes of an answer, headers included. */
  bytes: number
}

/** Asks for one address over 16 connections for so many seconds. Throws when an answer is not 2xx. */
export async function measure(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<LoadResult> {
  return resultOf(
    url,
    await autocannon({
      url,
      connections,
      duration: seconds,
      // As browsers send it.
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers },
      setupClient: ignoreBodies,
    }),
  )
}

/** As text, compressed bodies take autocannon longer than the server needs to send them, and nobody reads them. */
function ignoreBodies(client: Client): void {
  client.pipelinedRequests.addBody = () => {}
}

/** Replies to discussions in turn, with an access token. */
export async function measureReplies(
  url: string,
  token: string,
  discussions: readonly string[],
  seconds: number,
): Promise<LoadResult> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' }
  const requests = discussions.map((id) => ({
    method: 'POST' as const,
    // What our own client asks for: not the ids of all posts.
    path: '/api/posts?include=user,discussion',
    headers,
    body: JSON.stringify({
      data: {
        type: 'posts',
        attributes: { content: 'A reply of **ordinary** length, with a [link](https://example.org/).' },
        relationships: { discussion: { data: { type: 'discussions', id } } },
      },
    }),
  }))
  return resultOf(url, await autocannon({ url, connections, duration: seconds, requests }))
}

function resultOf(url: string, result: Awaited<ReturnType<typeof autocannon>>): LoadResult {
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  }
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / Math.max(1, result.requests.total)),
  }
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
