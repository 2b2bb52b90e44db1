import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from '../faults.ts'
import { formatCount } from '../terminal.ts'
import type { Finding } from './finding.ts'

const measurementMs = 500
const minimumRate = 200

/** Checks that the data folder is writable, and measures the disk's rate of durable writes. */
export async function checkDataFolder(folder: string): Promise<Finding[]> {
  if (!existsSync(folder)) {
    return [{ state: 'warn', text: `Data folder: ${folder} does not exist yet; the first start creates it` }]
  }
  try {
    const rate = measureSyncs(folder)
    return [{ state: 'ok', text: `Data folder: ${folder} can be written` }, syncFinding(rate)]
  } catch (error) {
    return [{ state: 'fail', text: `Data folder: ${explain(error) ?? String(error)}` }]
  }
}

/** Measures the number of 4 kB writes per second, each synced to disk before the next. */
function measureSyncs(folder: string): number {
  const temporary = mkdtempSync(join(folder, 'doctor-'))
  const page = Buffer.alloc(4096, 1)
  try {
    const file = openSync(join(temporary, 'sync'), 'w')
    try {
      const started = performance.now()
      let count = 0
      for (; performance.now() - started < measurementMs; count++) {
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
  if (rate >= minimumRate) return { state: 'ok', text }
  return {
    state: 'warn',
    text: `${text}. Every reply waits for such a write: put DATA_DIR on a faster disk, or use PostgreSQL`,
  }
}
