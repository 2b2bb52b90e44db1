import type { Node } from 'oxc-parser'
import type { Check, Fault } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import { type DeclaredName, findExtensionNames, findFeatureNames, isCompound } from './extension-names.ts'

/** The layers that serve every feature and so name none: the server's engine, and the client's below its features. */
const ignorantOfFeatures = /^packages\/(server\/src\/engine|client\/src\/(store|base|ui))\//

/**
 * The core has these names, too: the contract calls an event of real time and a member of it so (api-extensions 12), and the forum
 * and its administration have pages.
 */
const sharedNames: readonly string[] = ['newPost', 'tagIds', 'pages']

/**
 * Nothing under packages/ uses a name that an extension declares, and no layer that serves every feature uses a name that
 * a feature of the core declares. An unambiguous name (`isLocked`, `discussion.lock`) may occur neither as an identifier
 * nor in a string. A plain word (`tags`) may not be a whole string, but may be part of a sentence or an identifier, as
 * it is also an English word. Features may be named in types: the compiler has to know some table of rows.
 */
export const coreIgnorance: Check = {
  name: 'core ignorance',
  async find(repository) {
    const core = repository.sources.filter(({ path }) => path.startsWith('packages/'))
    const faults: Fault[] = []
    for (const id of repository.extensions) {
      const names = await namesOf(`extensions/${id}`, () => findExtensionNames(repository, id), faults)
      const paths = new RegExp(`(^@parley/|(^|/)extensions/)${RegExp.escape(id)}(/|$)`)
      const own = names.filter(({ name }) => !sharedNames.includes(name))
      for (const file of core) faults.push(...search(file, own), ...searchPaths(file, paths, id))
    }
    const features = 'packages/server/src/features'
    const names = await namesOf(features, () => findFeatureNames(repository), faults)
    const ignorant = core.filter(({ path }) => ignorantOfFeatures.test(path) && !isTest(path))
    for (const file of ignorant) faults.push(...search(file, names, { skipsTypes: true }))
    return faults
  },
}

async function namesOf(
  file: string,
  find: () => Promise<DeclaredName[]>,
  faults: Fault[],
): Promise<DeclaredName[]> {
  try {
    return await find()
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    faults.push({ file, message })
    return []
  }
}

function searchPaths(file: SourceFile, paths: RegExp, id: string): Fault[] {
  return file.strings
    .filter(({ value }) => paths.test(value))
    .map(({ value, line }) => ({
      file: file.path,
      line,
      message: `names the path '${value}' of the extension ${id}`,
    }))
}

function search(
  file: SourceFile,
  names: readonly DeclaredName[],
  { skipsTypes }: { skipsTypes?: boolean } = {},
): Fault[] {
  const compound = names.filter(({ name }) => isCompound(name))
  const plain = new Map(names.filter(({ name }) => !isCompound(name)).map((entry) => [entry.name, entry]))
  const identifiers = new Map(compound.map((entry) => [entry.name, entry]))
  const inText = compound.map((entry) => ({ entry, pattern: wholeWord(entry.name) }))
  const faults = new Map<string, Fault>()
  const report = (line: number, { kind, name, owner }: DeclaredName) => {
    const message = `names the ${kind} '${name}' of the ${owner}`
    faults.set(`${line} ${message}`, { file: file.path, line, message })
  }

  const types = skipsTypes ? literalTypes(file) : new Set()
  for (const { value, node, line, isWhole } of file.strings) {
    if (types.has(node)) continue
    const same = isWhole ? plain.get(value) : undefined
    if (same) report(line, same)
    for (const { entry, pattern } of inText) if (pattern.test(value)) report(line, entry)
  }
  for (const { name, line } of file.identifiers) {
    const entry = identifiers.get(name)
    if (entry) report(line, entry)
  }
  return [...faults.values()]
}

/** The strings that are types: `'users'` in `table as 'users'`. */
function literalTypes(file: SourceFile): Set<Node> {
  const found = new Set<Node>()
  walk(file.program, (node) => {
    if (node.type === 'TSLiteralType') found.add(node.literal)
  })
  return found
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\w.-])${RegExp.escape(name)}(?![\\w-])`)
}
