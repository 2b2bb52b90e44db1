import type { Replacements, WordReplacements } from '@parley/shared/markup'
import type { Forum } from '../../../points/context/context.ts'

interface Compiled {
  /** The digests of the tables in memory from which they were made. */
  digests: readonly string[]
  replacements: Replacements | undefined
}

const compiled = new WeakMap<Forum['tables'], Compiled>()

/**
 * The replacements of words in posts that are made on reading: those of the syntaxes, and those that follow tables in memory.
 * Undefined where no extension declares any of the latter. Compiled again only when a table has changed.
 */
export function replacementsOf(forum: Forum): Replacements | undefined {
  const { tables, points } = forum
  if (points.markup.replacements.length === 0) return undefined
  const { digests } = tables
  const known = compiled.get(tables)
  if (known?.digests === digests) return known.replacements
  const isSame = known?.digests.every((digest, index) => digest === digests[index])
  const replacements = isSame ? known?.replacements : compile(forum)
  compiled.set(tables, { digests, replacements })
  return replacements
}

function compile(forum: Forum): Replacements {
  const { tables, markup, points, log } = forum
  const declared = points.markup.replacements.map(({ owner, replacements }): WordReplacements => {
    try {
      const words = replacements({ tables, baseUrl: rootUrl(forum) })
      // Throws for what is no text and no element.
      markup.compileReplacements(words)
      return words
    } catch (err) {
      // Posts are readable without them.
      log.error({ err, extension: owner }, 'Replacements of words in posts failed')
      return {}
    }
  })
  // The first extension wins.
  const words = declared.toReversed().flatMap((each) => Object.entries(each))
  return markup.compileReplacements(Object.fromEntries(words))
}

/** The address of the forum, also where it is viewed as another: the HTML is the same for all readers. */
function rootUrl({ baseUrl, basePath, rootPath }: Forum): string {
  return baseUrl.slice(0, baseUrl.length - basePath.length) + rootPath
}
