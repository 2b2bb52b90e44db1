import type { Forum } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** What checks look at. A running forum has it; `bin/parley doctor` makes it without starting one. */
export type Checked = Pick<
  Forum,
  | 'baseUrl'
  | 'cachesPages'
  | 'database'
  | 'dataDir'
  | 'debug'
  | 'locale'
  | 'points'
  | 'rateLimits'
  | 'secrets'
  | 'settings'
  | 'smtpUrl'
  | 'translate'
  | 'visitedHosts'
>

/** What a check found. */
export interface Finding {
  /** `warn` is something to put right, `fail` something that does not work. */
  state: 'ok' | 'warn' | 'fail'
  /** Locale key of what it is. Unless the state is `ok`, the key with the suffix `_advice` says what to do. */
  key: string
  params?: Readonly<Record<string, string | number>>
}

/**
 * A check of the installation, for the dashboard of administrators and for `bin/parley doctor`. Its reads are bounded. One with
 * the name of a page of the administration area leads there.
 */
export type Check = (checked: Checked) => Finding[] | Promise<Finding[]>

/** A finding as text. */
export interface Problem {
  /** Name of the check. */
  name: string
  state: Finding['state']
  text: string
  /** What to do. */
  advice: string | null
}

/** Runs all checks, and returns what they found as texts in a locale. A check that throws is a failure of its own. */
export async function runChecks(checked: Checked, locale: string): Promise<Problem[]> {
  const found: Problem[] = []
  for (const [name, { run }] of checked.points.checks) {
    for (const { state, key, params } of await findingsOf(name, run, checked)) {
      const advice = state === 'ok' ? null : checked.translate(`${key}_advice`, params, locale)
      found.push({ name, state, text: checked.translate(key, params, locale), advice })
    }
  }
  return found
}

async function findingsOf(name: string, run: Check, checked: Checked): Promise<Finding[]> {
  try {
    return await run(checked)
  } catch (error) {
    const params = { name, error: error instanceof Error ? error.message : String(error) }
    return [{ state: 'fail', key: 'core.admin.checks.broken', params }]
  }
}

declare module '../extension.ts' {
  interface Extension {
    /** Checks of the installation, by name: what they find is on the dashboard and in the output of `bin/parley doctor`. */
    checks?: Readonly<Record<string, Check>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    checks: ReadonlyMap<string, Owned<{ run: Check }>>
  }
}

/** Checks and combines the checks of all extensions. */
export function combineChecks(
  declared: readonly Declared<Readonly<Record<string, Check>> | undefined>[],
): Map<string, Owned<{ run: Check }>> {
  const records = declared.map(({ owner, section = {} }) => ({
    owner,
    section: Object.fromEntries(Object.entries(section).map(([name, run]) => [name, { run }])),
  }))
  return mergeRecords('checks', records, ({ run }) =>
    typeof run === 'function' ? undefined : 'is not a function',
  )
}

/** Checks of the installation. */
export const checksPoint = definePoint('checks', {
  sections: ['checks'],
  combine: ({ checks }) => combineChecks(checks),
})
