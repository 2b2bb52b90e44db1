import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedExtensions, root } from './folders.ts'

/** Extensions that are missing together, by id: some, and all that require them. */
export type Removal = readonly string[]

/** Every extension and every pair of extensions that can be missing, each with those that require it. */
export function removals(): { singles: Removal[]; pairs: Removal[] } {
  const ids = installedExtensions()
  const singles = ids.map((id) => withDependents([id]))
  const pairs = ids.flatMap((one, index) => ids.slice(index + 1).map((other) => withDependents([one, other])))
  const known = new Set(singles.map(String))
  return {
    singles,
    pairs: [...new Map(pairs.map((pair) => [String(pair), pair])).values()].filter(
      (pair) => !known.has(String(pair)),
    ),
  }
}

/**
 * A few large removals that together show what single ones do: of any two extensions that can be apart, each is
 * missing in one of them while the other is there.
 */
export function largeRemovals(): Removal[] {
  const ids = installedExtensions()
  const chosen: Removal[] = []
  let open = ids.flatMap((missing) => {
    const gone = withDependents([missing])
    return ids.filter((id) => !gone.includes(id)).map((present) => ({ missing, present }))
  })
  for (let [next] = open; next !== undefined; [next] = open) {
    const isShown = (removal: Removal) => (pair: typeof next) =>
      removal.includes(pair.missing) && !removal.includes(pair.present)
    const drawn = Array.from({ length: 100 }, (_, seed) =>
      withDependents(sampleOf(ids, ids.length / 2, chosen.length * 100 + seed)),
    )
    const shown = (removal: Removal) => open.filter(isShown(removal)).length
    const [best = []] = [withDependents([next.missing]), ...drawn].sort(
      (one, other) => shown(other) - shown(one),
    )
    open = open.filter((pair) => !isShown(best)(pair))
    chosen.push(best)
  }
  return chosen
}

function withDependents(ids: readonly string[]): Removal {
  const added = installedExtensions().filter(
    (id) => !ids.includes(id) && requirementsOf(id).some((required) => ids.includes(required)),
  )
  return added.length === 0 ? ids.toSorted() : withDependents([...ids, ...added])
}

function requirementsOf(id: string): readonly string[] {
  const manifest: { parley?: { requires?: string[] } } = JSON.parse(
    readFileSync(join(root, 'extensions', id, 'package.json'), 'utf8'),
  )
  return manifest.parley?.requires ?? []
}

/** Chooses some of the items by a seed. */
export function sampleOf<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const rest = [...items]
  let state = seed >>> 0
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    // A linear congruential generator: https://en.wikipedia.org/wiki/Linear_congruential_generator
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1)[0] as Item
  })
}
