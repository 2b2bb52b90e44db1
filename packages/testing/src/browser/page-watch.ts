import type { BrowserContext, ConsoleMessage, Page, Response } from '@playwright/test'

/** Collects errors in the pages of a browser: of the console, exceptions, failed requests. */
export class PageWatch {
  readonly #faults: string[] = []
  readonly #expected: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('page', (page) => this.#listen(page))
    for (const page of context.pages()) this.#listen(page)
  }

  /** Ignores the errors that match: a rejected password, a lost connection. */
  expect(...faults: readonly RegExp[]): void {
    this.#expected.push(...faults)
  }

  /** Console errors and warnings, exceptions, failed requests, violations of the content security policy. */
  get faults(): readonly string[] {
    return this.#faults.filter((fault) => !this.#expected.some((expected) => expected.test(fault)))
  }

  #listen(page: Page): void {
    page.on('console', (message) => this.#recordMessage(message))
    page.on('pageerror', (error) => this.#faults.push(`exception: ${error.stack ?? error.message}`))
    page.on('response', (response) => this.#recordResponse(response))
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Navigation aborts the pending requests of a page.
      if (reason !== 'net::ERR_ABORTED') {
        this.#faults.push(`request: ${request.method()} ${request.url()} ${reason}`)
      }
    })
  }

  #recordMessage(message: ConsoleMessage): void {
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    const text = message.text()
    // `#recordResponse` records these with their status.
    if (text.startsWith('Failed to load resource')) return
    // Navigation closes the connections that a page is opening.
    if (text.includes('WebSocket is closed before the connection is established')) return
    // As the configuration asks.
    if (text === 'Service Worker registration blocked by Playwright') return
    this.#faults.push(`console ${type}: ${text}`)
  }

  #recordResponse(response: Response): void {
    if (response.status() < 400) return
    this.#faults.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`)
  }
}
