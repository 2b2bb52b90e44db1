import type { Check, Repository } from '../repository.ts'
import { isTest } from '../source-file.ts'
import { behaviourName, behavioursFile, readBehaviours } from './contract-documents.ts'

const differences = 'docs/contract-differences.md'

/**
 * Every behaviour of docs/contract/behaviours.md has a test whose name starts with its number (`B052 …`), or is listed with a
 * reason in docs/contract-differences.md.
 */
export const acceptance: Check = {
  name: 'acceptance',
  find(repository) {
    const behaviours = readBehaviours(repository)
    if (behaviours.length === 0) return [{ file: behavioursFile, message: 'lists no behaviours' }]
    const { tested, excused } = coveredBehaviours(repository)
    return behaviours
      .filter((number) => !tested.has(number) && !excused.has(number))
      .map((number) => ({
        file: differences,
        message: `${behaviourName(number)} neither begins a test's name nor is explained here`,
      }))
  },
}

/** Behaviours with a test, and behaviours that are explained instead. */
export function coveredBehaviours(repository: Repository): {
  tested: ReadonlySet<number>
  excused: ReadonlySet<number>
} {
  const names = repository.sources
    .filter(({ path, text }) => isTest(path) && /['"`]B\d{3}\b/.test(text))
    .flatMap((file) => file.strings.map(({ value }) => /^(?:B\d{3}\b ?)+/.exec(value)?.[0] ?? ''))
  const excuses = repository.files.includes(differences) ? repository.read(differences) : ''
  return { tested: numbersIn(names.join(' ')), excused: numbersIn(excuses) }
}

function numbersIn(text: string): Set<number> {
  return new Set([...text.matchAll(/\bB(\d{3})\b/g)].map(([, digits]) => Number(digits)))
}
