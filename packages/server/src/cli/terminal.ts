import type { Progress, Terminal } from './command.ts'

const delayMs = 1000
const redrawIntervalMs = 100
const lineIntervalMs = 5000

/** Prints results on standard output, and notes and progress on standard error. */
export function standardTerminal(): Terminal {
  const progress = new LineProgress(process.stderr)
  const write = (stream: NodeJS.WriteStream, line: string) => {
    progress.end()
    stream.write(`${line}\n`)
  }
  return {
    print: (line) => write(process.stdout, line),
    note: (line) => write(process.stderr, line),
    progress,
  }
}

/** Redraws one line on a terminal; elsewhere prints a line at intervals. */
class LineProgress implements Progress {
  readonly #stream: NodeJS.WriteStream
  #started: number | undefined
  #lastUpdate = 0
  #hasLine = false

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  update(text: string): void {
    const now = performance.now()
    this.#started ??= now
    const pause = this.#stream.isTTY ? redrawIntervalMs : lineIntervalMs
    if (now - this.#started < delayMs || now - this.#lastUpdate < pause) return
    this.#lastUpdate = now
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\u001b[K${text.slice(0, Math.max(10, this.#stream.columns - 1))}`)
      this.#hasLine = true
    } else {
      this.#stream.write(`${text}\n`)
    }
  }

  end(): void {
    if (this.#hasLine) this.#stream.write('\r\u001b[K')
    this.#hasLine = false
    this.#started = undefined
    this.#lastUpdate = 0
  }
}

const counts = new Intl.NumberFormat('en')

/** `12,345` */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** `31 %, 310,000 of 1,000,000 posts, 18,200 a second` */
export function formatProgress(done: number, total: number, unit: string, startedAt: number): string {
  const rate = Math.round(done / Math.max(0.001, (performance.now() - startedAt) / 1000))
  const share = Math.floor((done / Math.max(1, total)) * 100)
  return `${share} %, ${formatCount(done)} of ${formatCount(total)} ${unit}, ${formatCount(rate)} a second`
}
