/** Lengths of the parts of words that are compared: the longer ones first. */
const gramLengths = [3, 2]

/** The parts of a word, with marks at its ends, by how often they occur. */
function gramsOf(word: string, length: number): ReadonlyMap<string, number> {
  const marked = `-${word}-`
  const grams = new Map<string, number>()
  for (let start = 0; start + length <= marked.length; start += 1) {
    const gram = marked.slice(start, start + length)
    grams.set(gram, (grams.get(gram) ?? 0) + 1)
  }
  return grams
}

function lengthOf(grams: ReadonlyMap<string, number>): number {
  return Math.hypot(...grams.values())
}

/** How alike two words are, from 0 to 1: the cosine of the numbers of their parts. */
function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0
  for (const [gram, count] of one) product += count * (other.get(gram) ?? 0)
  return product === 0 ? 0 : product / (lengthOf(one) * lengthOf(other))
}

/**
 * Finds what is called alike, the most similar first. Parts of two characters are compared only where those of three find nothing.
 * @param threshold the least similarity, from 0 to 1.
 */
export function findSimilar<T>(
  query: string,
  items: readonly T[],
  namesOf: (item: T) => readonly string[],
  threshold: number,
): T[] {
  for (const length of gramLengths) {
    const grams = gramsOf(query, length)
    const found = items.flatMap((item) => {
      const similarity = Math.max(...namesOf(item).map((name) => cosine(grams, gramsOf(name, length))))
      return similarity >= threshold ? [{ item, similarity }] : []
    })
    if (found.length > 0)
      return found.toSorted((one, other) => other.similarity - one.similarity).map(({ item }) => item)
  }
  return []
}
