import type { Progress, Terminal } from './command.ts'

const patienceMs = 1000
const redrawMs = 100
const lineMs = 5000

/** Speaks on the standard streams: results on one, everything about the work on the other. */
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

/** One line drawn again and again on a terminal; a plain line now and then elsewhere. */
class LineProgress implements Progress {
  readonly #stream: NodeJS.WriteStream
  #started: number | undefined
  #shown = 0
  #isDrawn = false

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  update(text: string): void {
    const now = performance.now()
    this.#started ??= now
    const pause = this.#stream.isTTY ? redrawMs : lineMs
    if (now - this.#started < patienceMs || now - this.#shown < pause) return
    this.#shown = now
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\u001b[K${text.slice(0, Math.max(10, this.#stream.columns - 1))}`)
      this.#isDrawn = true
    } else {
      this.#stream.write(`${text}\n`)
    }
  }

  end(): void {
    if (this.#isDrawn) this.#stream.write('\r\u001b[K')
    this.#isDrawn = false
    this.#started = undefined
    this.#shown = 0
  }
}

const counts = new Intl.NumberFormat('en')

/** `12,345` */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** `31 %, 310,000 of 1,000,000 posts, 18,200 a second` */
export function formatProgress(done: number, total: number, what: string, startedAt: number): string {
  const rate = Math.round(done / Math.max(0.001, (performance.now() - startedAt) / 1000))
  const share = Math.floor((done / Math.max(1, total)) * 100)
  return `${share} %, ${formatCount(done)} of ${formatCount(total)} ${what}, ${formatCount(rate)} a second`
}
