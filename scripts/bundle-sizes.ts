import { fileURLToPath } from 'node:url'
import { measureFirstView } from './checks/byte-budgets.ts'

/** Prints the brotli sizes of the files that a first visit loads, by part. `npm run check` enforces their budgets. */
const sizes = measureFirstView({ root: fileURLToPath(new URL('..', import.meta.url)) })
for (const [part, bytes] of sizes) process.stdout.write(`${part.padEnd(12)}${String(bytes).padStart(8)}\n`)
