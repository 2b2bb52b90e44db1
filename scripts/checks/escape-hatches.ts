import type { Check, Fault } from './repository.ts'
import { type SourceFile, walk } from './source-file.ts'

const whereTypesAreLoose = /^packages\/(server|client)\/src\/points\//
const typeErrorComments = /^[\s*]*(@ts-(?:ignore|expect-error|nocheck))/

/**
 * No `any` and no switched-off type errors, but in the extension points, where declarations of different
 * types meet in one list. Type tests (`*.test-d.ts`) state expected errors with `@ts-expect-error`.
 */
export const escapeHatches: Check = {
  name: 'escape hatch',
  find(repository) {
    return repository.sources
      .filter(({ path }) => !whereTypesAreLoose.test(path))
      .flatMap((file) => [...anyFaults(file), ...commentFaults(file)])
  },
}

function anyFaults(file: SourceFile): Fault[] {
  const faults: Fault[] = []
  walk(file.program, (node) => {
    if (node.type !== 'TSAnyKeyword') return
    faults.push({
      file: file.path,
      line: file.lineAt(node.start),
      message: 'the type any: say what it is, or unknown',
    })
  })
  return faults
}

function commentFaults(file: SourceFile): Fault[] {
  return file.comments.flatMap((comment) => {
    const [, found] = typeErrorComments.exec(comment.value) ?? []
    if (!found || (found === '@ts-expect-error' && file.path.endsWith('.test-d.ts'))) return []
    return [{ file: file.path, line: file.lineAt(comment.start), message: `${found} hides a type error` }]
  })
}
