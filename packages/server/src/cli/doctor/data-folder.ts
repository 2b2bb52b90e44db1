import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { explain } from '../faults.ts'
import { formatCount } from '../terminal.ts'
import type { Finding } from './finding.ts'

const measuredMs = 500
const slowRate = 200
const littleBytes = 2 ** 30

/** Whether the data folder can be written, how fast its disk makes a write durable, and how much room is left. */
export async function checkDataFolder(folder: string): Promise<Finding[]> {
  if (!existsSync(folder)) {
    return [{ state: 'warn', text: `Data folder: ${folder} is not there yet; the first start creates it` }]
  }
  try {
    const rate = measureSyncs(folder)
    const { bavail, bsize } = statfsSync(folder)
    return [
      { state: 'ok', text: `Data folder: ${folder} can be written` },
      syncFinding(rate),
      roomFinding(bavail * bsize),
    ]
  } catch (error) {
    return [{ state: 'fail', text: `Data folder: ${explain(error) ?? String(error)}` }]
  }
}

/** Writes of 4 kB per second, each on disk before the next. */
function measureSyncs(folder: string): number {
  const temporary = mkdtempSync(join(folder, 'doctor-'))
  const page = Buffer.alloc(4096, 1)
  try {
    const file = openSync(join(temporary, 'sync'), 'w')
    try {
      const started = performance.now()
      let count = 0
      for (; performance.now() - started < measuredMs; count++) {
        writeSync(file, page)
        fsyncSync(file)
      }
      return count / ((performance.now() - started) / 1000)
    } finally {
      closeSync(file)
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function syncFinding(rate: number): Finding {
  const text = `Disk: ${formatCount(Math.round(rate))} durable writes a second`
  if (rate >= slowRate) return { state: 'ok', text }
  return {
    state: 'warn',
    text: `${text}. Every reply waits for one: put DATA_DIR on a faster disk, or use PostgreSQL`,
  }
}

function roomFinding(bytes: number): Finding {
  const text = `Room: ${(bytes / 2 ** 30).toFixed(1)} GB free`
  return bytes < littleBytes
    ? { state: 'warn', text: `${text}. Make room before the forum can no longer write` }
    : { state: 'ok', text }
}
