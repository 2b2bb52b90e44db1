import { parseArgs } from 'node:util'

interface FuzzArguments {
  /** The same seed gives the same inputs; random by default. */
  seed: number
  count: number
  /** Names of the given boolean options. */
  flags: ReadonlySet<string>
}

/** Parses the arguments of a fuzzer. Prints `help` and ends the process for `--help` and for invalid arguments. */
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
    process.stderr.write(`--seed and --count must be integers, --count at least 1.\n\n${help}`)
    process.exit(1)
  }
  const given = new Set(Object.keys(values))
  return { seed, count, flags: new Set(flags.filter((flag) => given.has(flag))) }
}
