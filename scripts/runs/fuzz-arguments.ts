import { parseArgs } from 'node:util'

interface FuzzArguments {
  /** The same number makes up the same inputs; one is chosen unless somebody says it. */
  seed: number
  count: number
  /** Names of further options that were given. */
  flags: ReadonlySet<string>
}

/** Reads what a fuzzer was called with. Ends the process after `help` when asked for it, or when something is wrong. */
export function readFuzzArguments(help: string, flags: readonly string[] = []): FuzzArguments {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const count = Number(values.count ?? 100_000)
  if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
    process.stderr.write(`--seed and --count are whole numbers.\n\n${help}`)
    process.exit(1)
  }
  const given = new Set(Object.keys(values))
  return { seed, count, flags: new Set(flags.filter((flag) => given.has(flag))) }
}
