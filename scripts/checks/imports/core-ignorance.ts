import type { Check, Fault, Repository } from '../repository.ts'
import { findStrings, type SourceFile, walk } from '../source-file.ts'
import { type DeclaredName, findExtensionNames, isCompound } from './extension-names.ts'

/**
 * Nothing under packages/ uses a name that an extension declares. An unambiguous name (`isLocked`,
 * `discussion.lock`) may occur neither as an identifier nor in a string. A plain word (`tags`) may not be a
 * whole string, but may be part of a sentence or an identifier, as it is also an English word.
 */
export const coreIgnorance: Check = {
  name: 'core ignorance',
  async find(repository) {
    const core = repository.sources.filter(({ path }) => path.startsWith('packages/'))
    const faults: Fault[] = []
    for (const id of repository.extensions) {
      const names = await namesOf(repository, id, faults)
      for (const file of core) faults.push(...search(file, id, names))
    }
    return faults
  },
}

async function namesOf(repository: Repository, id: string, faults: Fault[]): Promise<DeclaredName[]> {
  try {
    return await findExtensionNames(repository, id)
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    faults.push({ file: `extensions/${id}`, message })
    return []
  }
}

function search(file: SourceFile, id: string, names: readonly DeclaredName[]): Fault[] {
  const compound = names.filter(({ name }) => isCompound(name))
  const plain = new Map(names.filter(({ name }) => !isCompound(name)).map((entry) => [entry.name, entry]))
  const identifiers = new Map(compound.map((entry) => [entry.name, entry]))
  const inText = compound.map((entry) => ({ entry, pattern: wholeWord(entry.name) }))
  const paths = new RegExp(`(^@parley/|(^|/)extensions/)${RegExp.escape(id)}(/|$)`)
  const faults = new Map<string, Fault>()
  const report = (line: number, what: string) => {
    faults.set(`${line} ${what}`, { file: file.path, line, message: `names ${what} of the extension ${id}` })
  }

  for (const { value, line, isWhole } of findStrings(file)) {
    if (paths.test(value)) report(line, `the path '${value}'`)
    const same = isWhole ? plain.get(value) : undefined
    if (same) report(line, `the ${same.kind} '${same.name}'`)
    for (const { entry, pattern } of inText)
      if (pattern.test(value)) report(line, `the ${entry.kind} '${entry.name}'`)
  }
  walk(file.program, (node) => {
    const entry = node.type === 'Identifier' ? identifiers.get(node.name) : undefined
    if (entry) report(file.lineAt(node.start), `the ${entry.kind} '${entry.name}'`)
  })
  return [...faults.values()]
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\w.-])${RegExp.escape(name)}(?![\\w-])`)
}
