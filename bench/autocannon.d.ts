declare module 'autocannon' {
  /** The part of https://github.com/mcollina/autocannon that the bench uses. */
  interface Options {
    url: string
    connections: number
    /** Duration in seconds. */
    duration: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    requests?: readonly {
      method: 'GET' | 'POST'
      path: string
      headers: Record<string, string>
      body?: string
    }[]
    /** Called for every connection. */
    setupClient?(client: Client): void
  }

  /** One connection. */
  export interface Client {
    pipelinedRequests: { addBody(bytes: Uint8Array): void }
  }

  interface Result {
    /** Requests per second, and in total. */
    requests: { average: number; total: number }
    /** Percentiles in milliseconds. */
    latency: { p50: number; p99: number }
    throughput: { total: number }
    non2xx: number
    errors: number
  }

  export default function autocannon(options: Options): Promise<Result>
}
