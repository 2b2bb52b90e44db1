import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openRepository } from './checks/repository.ts'
import { measureReach, type Reach } from './mutants/reach.ts'
import { chooseMutants, type Tried, tryMutants } from './mutants/try-mutants.ts'
import { copyWorkingTree } from './runs/working-copy.ts'

const help = `Mutation testing of packages/seed, server and shared: makes one small change at a time and runs the tests that
cover it. A failing test kills the mutant. Prints the survivors, and fails if 8 % or more survive.

  npm run test:mutants -- [--seed 1] [--count 100] [--anew | --near]

--seed   seed of the random choice, may be repeated; by default three seeds are chosen and printed
--count  mutants per seed
--anew   measures again which tests cover which functions, which takes as long as npm run test:unit
--near   does not measure, but runs the tests of the folder and the nearest by imports: more mutants survive

Run again with the same seeds, it resumes. It works in a copy of this folder. Outcomes are stored in
test-results/mutants/; scripts/mutants/equivalent.json lists mutants that no test can detect, with reasons.
`
const maxSurvivors = 0.08

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true },
    count: { type: 'string' },
    anew: { type: 'boolean' },
    near: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
const seeds = (values.seed ?? [1, 2, 3].map((nth) => ((Date.now() % 1_000_000) + nth * 7919).toString())).map(
  Number,
)
const count = Number(values.count ?? 100)
if (values.help) process.stdout.write(help)
else if (![...seeds, count].every((number) => Number.isInteger(number) && number > 0)) {
  process.stderr.write(`--seed and --count must be positive integers.\n\n${help}`)
  process.exitCode = 1
} else process.exitCode = await run()

async function run(): Promise<number> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const repository = openRepository(root)
  const folder = join(root, 'test-results/mutants')
  mkdirSync(folder, { recursive: true })
  const copy = copyWorkingTree(root)
  process.once('SIGINT', () => process.exit(130))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const reached = join(folder, 'reach.json')
  if (!values.near && (values.anew || !existsSync(reached))) {
    console.log('Measuring which tests cover which functions …')
    writeFileSync(reached, JSON.stringify(await measureReach(repository, copy)))
  }
  const reach: Reach = values.near ? { files: {} } : JSON.parse(readFileSync(reached, 'utf8'))
  const tried: Tried[] = []
  for (const seed of seeds) {
    console.log(`\nSeed ${seed}, ${count} mutants`)
    const mutants = chooseMutants(repository, seed, count)
    const record = join(folder, `seed-${seed}${values.near ? '-near' : ''}.jsonl`)
    tried.push(...(await tryMutants(mutants, { repository, copy, reach, record, onTried: print })))
  }
  return summarise(tried)
}

function print({ file, line, what, outcome, by }: Tried): void {
  console.log(`${outcome.padEnd(10)} ${file}:${line}  ${what}${by ? `  (${by.slice(0, 100)})` : ''}`)
}

function summarise(tried: readonly Tried[]): number {
  const survivors = tried.filter(({ outcome }) => outcome === 'survived')
  const judged = tried.filter(({ outcome }) => outcome !== 'equivalent').length
  const share = judged === 0 ? 0 : survivors.length / judged
  console.log(`\nSurvivors:`)
  for (const { file, line, what, code } of survivors) console.log(`${file}:${line}  ${what}\n    ${code}`)
  console.log(
    `\n${tried.length} mutants of seeds ${seeds.join(', ')}: ${judged - survivors.length} killed, ${survivors.length} survived ` +
      `(${(share * 100).toFixed(1)} %), ${tried.length - judged} equivalent`,
  )
  return share < maxSurvivors ? 0 : 1
}
