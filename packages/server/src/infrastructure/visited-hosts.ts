import type { IncomingHttpHeaders } from 'node:http'

/** The most hosts to remember: programs may send any. */
const maximumHosts = 20

/** Requests after which it counts that none came to the forum's own host. */
const enoughRequests = 20

/** Host names of machines and proxies, not of sites that visitors know. */
const internalHost = /^(localhost|127\.[\d.]+|\[.*\]|\d+\.\d+\.\d+\.\d+|[^.]+)(:\d+)?$/

/** Remembers at which hosts visitors reach the forum, to compare them with its base URL. */
export class VisitedHosts {
  readonly #own: string
  readonly #others = new Map<string, number>()
  #isOwnUsed = false

  constructor(baseUrl: string) {
    this.#own = new URL(baseUrl).host
  }

  /**
   * Notes the host of a request: that of the page that sent it, which no proxy changes, else the host that was asked for.
   */
  note(headers: IncomingHttpHeaders, askedFor: string): void {
    if (this.#isOwnUsed) return
    const isFromPage = headers['sec-fetch-site'] === 'same-origin'
    const host = (isFromPage ? hostOf(headers.origin ?? headers.referer) : undefined) ?? askedFor
    if (host === this.#own) {
      this.#isOwnUsed = true
      this.#others.clear()
    } else if (!internalHost.test(host) && host.length <= 255) {
      const count = this.#others.get(host)
      if (count !== undefined || this.#others.size < maximumHosts) this.#others.set(host, (count ?? 0) + 1)
    }
  }

  /** The host that visitors use in place of the forum's own; undefined if they use that one, or if there were few. */
  get other(): string | undefined {
    const counts = [...this.#others].sort(([, one], [, two]) => two - one)
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    return total >= enoughRequests ? counts[0]?.[0] : undefined
  }
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (URL.parse(address)?.host ?? undefined)
}
