import autocannon, { type Client } from 'autocannon'

const connections = 16

/** The result of a load test. */
export interface LoadResult {
  /** Responses per second. */
  rate: number
  /** Latency percentiles in milliseconds. */
  p50: number
  p99: number
  /** Bytes of a response, including headers. */
  bytes: number
}

/** Requests one URL over 16 connections for some seconds. Throws if a response is not 2xx. */
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
      // The value that browsers send.
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers },
      setupClient: ignoreBodies,
    }),
  )
}

/** Prevents autocannon from decoding bodies, which would take longer than the server needs to send them. */
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
    // The includes of our own client: without the ids of all posts.
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
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} requests failed`)
  }
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / Math.max(1, result.requests.total)),
  }
}

/** The median; of an even number of values the upper one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
