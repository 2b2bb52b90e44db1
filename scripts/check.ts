import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { byteBudgets } from './checks/byte-budgets.ts'
import { folders } from './checks/code/folders.ts'
import { lint, lintOf } from './checks/code/lint.ts'
import { sizes } from './checks/code/sizes.ts'
import { types, typesOf, typesTogether } from './checks/code/types.ts'
import { acceptance } from './checks/contract/acceptance.ts'
import { journeys } from './checks/contract/journeys.ts'
import { coreIgnorance } from './checks/imports/core-ignorance.ts'
import { importCircles } from './checks/imports/import-circles.ts'
import { layerDirections } from './checks/imports/layers.ts'
import { unused } from './checks/imports/unused.ts'
import { lockFile } from './checks/lock-file.ts'
import { type Check, type Fault, openRepository } from './checks/repository.ts'
import { contractReferences } from './checks/texts/contract-references.ts'
import { documentPaths } from './checks/texts/document-paths.ts'
import { errorDocument } from './checks/texts/error-document.ts'
import { extensionApi } from './checks/texts/extension-api.ts'
import { localeKeys } from './checks/texts/locale-keys.ts'
import { translations } from './checks/texts/translations.ts'
import { wording } from './checks/texts/wording.ts'

/**
 * `npm run check`: every rule that a script can enforce. Arguments select rules: `-- types lint`. `-- --quick` runs the
 * rules that need no build, and compiles everything together only. `-- --only extensions/lock` reports what is wrong in one
 * folder: without the rules that need the whole, and compiling that folder only.
 */
const checks: readonly Check[] = [
  types,
  lint,
  importCircles,
  layerDirections,
  coreIgnorance,
  unused,
  lockFile,
  localeKeys,
  translations,
  sizes,
  folders,
  byteBudgets,
  acceptance,
  journeys,
  contractReferences,
  errorDocument,
  extensionApi,
  documentPaths,
  wording,
]

/** The rules that say nothing about a single folder. */
const ofTheWhole: readonly Check[] = [byteBudgets, unused, coreIgnorance, lockFile]

const started = performance.now()
const args = process.argv.slice(2)
const isQuick = args[0] === '--quick'
const only = args[0] === '--only' ? (args[1] ?? '').replace(/\/$/, '') : undefined
const requested = args.slice(isQuick ? 1 : only === undefined ? 0 : 2)
const chosen = checks
  .filter(({ name }) => requested.length === 0 || requested.includes(name))
  .filter((check) => !isQuick || check !== byteBudgets)
  .filter((check) => only === undefined || !ofTheWhole.includes(check))
  .map((check) => {
    if (check === lint && only !== undefined) return lintOf(only)
    if (check !== types) return check
    return only !== undefined ? typesOf(only) : isQuick ? typesTogether : check
  })
const unknown = requested.find((name) => !checks.some((check) => check.name === name))
if (unknown) {
  console.error(`There is no rule "${unknown}". The rules are: ${checks.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const root = fileURLToPath(new URL('..', import.meta.url))
if (only !== undefined && !existsSync(join(root, only, 'tsconfig.json'))) {
  console.error(`--only takes a folder with a tsconfig.json, such as extensions/lock, not "${only}".`)
  process.exit(1)
}
const isBuilt = !chosen.includes(byteBudgets) || (await buildIfStale(root))
const repository = openRepository(root)
const results = await Promise.all(
  chosen.map(async (check) => ({ name: check.name, faults: await run(check) })),
)
for (const { name, notes } of chosen) {
  for (const { file, message } of notes?.(repository) ?? [])
    console.log(`${file}  ${name}, only a note: ${message}`)
}
const faultCount = results.reduce((sum, { faults }) => sum + faults.length, 0)
for (const { name, faults } of results) {
  for (const { file, line, message } of faults)
    console.log(`${file}${line ? `:${line}` : ''}  ${name}: ${message}`)
}
const seconds = ((performance.now() - started) / 1000).toFixed(1)
const outcome = faultCount === 0 ? 'no faults' : faultCount === 1 ? '1 fault' : `${faultCount} faults`
console.log(`${chosen.length === 1 ? '1 rule' : `${chosen.length} rules`}, ${outcome}, ${seconds} s`)
process.exitCode = faultCount === 0 ? 0 : 1

async function run(check: Check): Promise<Fault[]> {
  if (check === byteBudgets && !isBuilt)
    return [{ file: 'vite.config.ts', message: 'the client cannot be built' }]
  try {
    const faults = await check.find(repository)
    return only === undefined ? faults : faults.filter(({ file }) => file.startsWith(`${only}/`))
  } catch (error) {
    return [{ file: 'scripts/check.ts', message: error instanceof Error ? error.message : String(error) }]
  }
}
