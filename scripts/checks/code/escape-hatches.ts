import type { Check, Fault } from '../repository.ts'
import { type SourceFile, walk } from '../source-file.ts'

const htmlComponent = 'packages/client/src/ui/prose/Prose.tsx'
const looselyTypedFolder = /^packages\/server\/src\/points\/(?!context\/)/
const typeErrorComments = /^[\s*]*(@ts-(?:ignore|expect-error|nocheck))/

/**
 * Only one component inserts HTML, which comes from our own markup. No `any` and no suppressed type errors, except in
 * the extension points, whose registries mix declarations of different types. Type tests (`*.test-d.ts`) state
 * expected errors with `@ts-expect-error`.
 */
export const escapeHatches: Check = {
  name: 'escape hatch',
  find(repository) {
    const strict = repository.sources.filter(({ path }) => !looselyTypedFolder.test(path))
    return [
      ...strict.flatMap((file) => [...anyFaults(file), ...commentFaults(file)]),
      ...repository.sources.filter(({ path }) => path !== htmlComponent).flatMap(htmlFaults),
    ]
  },
}

function anyFaults(file: SourceFile): Fault[] {
  const faults: Fault[] = []
  walk(file.program, (node) => {
    if (node.type !== 'TSAnyKeyword') return
    faults.push({
      file: file.path,
      line: file.lineAt(node.start),
      message: 'the type any: write the actual type, or unknown',
    })
  })
  return faults
}

function htmlFaults(file: SourceFile): Fault[] {
  if (!file.path.endsWith('.tsx')) return []
  const faults: Fault[] = []
  walk(file.program, (node) => {
    if (node.type !== 'JSXAttribute' || node.name.name !== 'dangerouslySetInnerHTML') return
    faults.push({
      file: file.path,
      line: file.lineAt(node.start),
      message: `HTML is set only in ${htmlComponent}`,
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
