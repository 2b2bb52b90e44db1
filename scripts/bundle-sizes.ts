import { fileURLToPath } from 'node:url'
import { measureFirstView } from './checks/byte-budgets.ts'

/** Prints what a first visit loads, in bytes after brotli, by part. `npm run check` holds them to their budgets. */
const sizes = measureFirstView({ root: fileURLToPath(new URL('..', import.meta.url)) })
for (const [part, bytes] of sizes) process.stdout.write(`${part.padEnd(12)}${String(bytes).padStart(8)}\n`)
