import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Latencies of a repeated operation. */
export interface Measurement {
  what: string
  /** Latency of each operation in milliseconds. */
  latencies: number[]
  /** Total time in milliseconds. */
  elapsed: number
}

/** Measures durable writes of a 4 kB page (write and fsync) on the disk of a folder. */
export function rawSync(folder: string, count: number): Measurement {
  const path = join(folder, 'raw-sync')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096, 1)
  const latencies: number[] = []
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    const started = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    latencies.push(performance.now() - started)
  }
  const elapsed = performance.now() - start
  closeSync(file)
  unlinkSync(path)
  return { what: 'write 4 kB and fsync', latencies, elapsed }
}
