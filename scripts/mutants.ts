import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openRepository } from './checks/repository.ts'
import { measureReach, type Reach } from './mutants/reach.ts'
import { chooseMutants, type Tried, tryMutants } from './mutants/try-mutants.ts'
import { copyWorkingTree } from './runs/working-copy.ts'

const help = `Changes the sources of packages/server and packages/shared in one small place at a time and runs the tests that run that
place: a test that fails kills the mutant. Prints the survivors, and fails when 8 % or more survive.

  npm run test:mutants -- [--seed 1] [--count 100] [--anew | --near]

--seed   may be given several times; unless given, three are chosen and printed
--count  mutants of each seed
--anew   asks again which tests run which functions, which takes as long as npm run test:unit
--near   does not ask, and runs the tests of the folder and the nearest by imports: some that survive die otherwise

Stopped and started again with the same seeds it goes on where it was. It works in a copy of this folder. Outcomes are kept in
test-results/mutants/; mutants that no test can notice stand with their reason in scripts/mutants/equivalent.json.
`
const mostSurvivors = 0.08

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
  process.stderr.write(`--seed and --count are whole numbers.\n\n${help}`)
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
    console.log('Asking which tests run which functions …')
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
  return share < mostSurvivors ? 0 : 1
}
