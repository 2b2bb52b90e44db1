import type { Check, Repository } from '../repository.ts'
import { findStrings, isTest } from '../source-file.ts'
import { coreBehaviours } from './acceptance-list.ts'

const differences = 'docs/contract-differences.md'

/**
 * Every behaviour of the acceptance list has a test whose name starts with its number (`B052 …`), or is listed with a
 * reason in docs/contract-differences.md.
 */
export const acceptance: Check = {
  name: 'acceptance',
  find(repository) {
    const { tested, excused } = coveredBehaviours(repository)
    return coreBehaviours
      .filter((number) => !tested.has(number) && !excused.has(number))
      .map((number) => ({
        file: differences,
        message: `${nameOf(number)} neither begins a test's name nor is explained here`,
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
    .flatMap((file) => findStrings(file).map(({ value }) => /^(?:B\d{3}\b ?)+/.exec(value)?.[0] ?? ''))
  const excuses = repository.files.includes(differences) ? repository.read(differences) : ''
  return { tested: numbersIn(names.join(' ')), excused: numbersIn(excuses) }
}

function numbersIn(text: string): Set<number> {
  return new Set([...text.matchAll(/\bB(\d{3})\b/g)].map(([, digits]) => Number(digits)))
}

function nameOf(number: number): string {
  return `B${String(number).padStart(3, '0')}`
}
