import { dirname, isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTool } from '../command.ts'
import type { Check, Fault, Repository } from '../repository.ts'

const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/package.json'))
const suppressions =
  /^[\s/*]*(biome-ignore|eslint-disable|oxlint-disable|prettier-ignore|@ts-(?:ignore|expect-error|nocheck))/

/**
 * Formatting and lint rules of biome.json apply to every file: no suppression comments, no nested configurations. Type tests
 * (`*.test-d.ts`) state expected errors with `@ts-expect-error`.
 */
export const lint: Check = lintOf('.')

/** The same of one folder. */
export function lintOf(folder: string): Check {
  return {
    name: 'lint',
    async find(repository) {
      return [
        ...suppressionFaults(repository),
        ...innerConfigurations(repository),
        ...(await runBiome(repository, folder)),
      ]
    },
  }
}

/** Formats a file, as `npx biome check --write` does. */
export async function format({ root }: Repository, file: string): Promise<void> {
  await runTool(`${dirname(biome)}/bin/biome`, ['check', '--write', file], root)
}

async function runBiome({ root }: Repository, folder: string): Promise<Fault[]> {
  const args = ['check', '--reporter=github', '--max-diagnostics=none', '--diagnostic-level=warn', folder]
  const { code, output } = await runTool(`${dirname(biome)}/bin/biome`, args, root)
  const faults = output.split('\n').flatMap((text) => {
    const [, rule, path, line, message] =
      /^::\w+ title=([^,]+),file=([^,]+),line=(\d+)[^:]*::(.*)$/.exec(text) ?? []
    if (!rule || !path || !message) return []
    const file = isAbsolute(path) ? relative(root, path) : path
    const what = rule === 'format' ? 'is not formatted: npx biome check --write' : `${message} (${rule})`
    return [{ file, ...(rule !== 'format' && { line: Number(line) }), message: what }]
  })
  return code !== 0 && faults.length === 0 ? [{ file: 'biome.json', message: output.trim() }] : faults
}

function suppressionFaults(repository: Repository): Fault[] {
  const inCode = repository.sources.flatMap((file) =>
    file.comments
      .filter(({ value }) => suppressions.test(value) && !isExpectedError(file.path, value))
      .map(({ start, value }) => suppression(file.path, file.lineAt(start), value)),
  )
  const inStyles = repository.files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      repository
        .read(file)
        .split('\n')
        .flatMap((text, index) => (suppressions.test(text) ? [suppression(file, index + 1, text)] : [])),
    )
  return [...inCode, ...inStyles]
}

/** Whether a comment states a type error that a type test expects. */
function isExpectedError(file: string, comment: string): boolean {
  return file.endsWith('.test-d.ts') && /^\s*@ts-expect-error/.test(comment)
}

function suppression(file: string, line: number, text: string): Fault {
  return { file, line, message: `${suppressions.exec(text)?.[1]}: change the code, or the rule for all` }
}

function innerConfigurations(repository: Repository): Fault[] {
  return repository.files
    .filter((file) => /\/(\.?biome\.jsonc?|\.editorconfig|\.eslintrc.*|\.prettierrc.*)$/.test(file))
    .map((file) => ({ file, message: 'local options: the rules are the same everywhere' }))
}
