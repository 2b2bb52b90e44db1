import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** How long something took, again and again. */
export interface Measurement {
  what: string
  /** Milliseconds from asking to the answer, one each. */
  latencies: number[]
  /** Milliseconds for all of them. */
  elapsed: number
}

/** What the disk below a folder needs for a page that must be kept. */
export function rawSync(folder: string, count: number): Measurement {
  const path = join(folder, 'raw-sync')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096, 1)
  const latencies: number[] = []
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    latencies.push(performance.now() - began)
  }
  const elapsed = performance.now() - start
  closeSync(file)
  unlinkSync(path)
  return { what: 'write 4 kB and fsync', latencies, elapsed }
}
