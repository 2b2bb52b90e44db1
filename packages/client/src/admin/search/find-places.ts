import { termsOf } from '@parley/shared/words'

/** A page or a setting that the search of the administration area finds. */
export interface Place {
  key: string
  label: string
  /** Where it is: the name of its page. */
  context?: string
  icon: string
  /** Its address below the base path. */
  path: string
  /** Further texts that describe it. */
  texts: readonly (string | undefined)[]
}

const maxFound = 8
/** A word of the label counts more than one of the help. */
const labelWeight = 3

/**
 * Finds places for a question or some words, the best first. Words that few places have count most, so that the small
 * words of a question hardly count.
 */
export function findPlaces(places: readonly Place[], question: string): Place[] {
  const words = termsOf(question)
  const indexed = places.map((place) => ({
    place,
    label: termsOf(place.label),
    texts: termsOf([place.context, ...place.texts].join(' ')),
  }))
  const scores = new Map<Place, number>()
  for (const word of words) {
    const begins = (term: string) => term.startsWith(word)
    const matches = indexed.filter(({ label, texts }) => label.some(begins) || texts.some(begins))
    const rarity = Math.log(1 + places.length / Math.max(1, matches.length))
    for (const { place, label } of matches) {
      const weight = label.some(begins) ? labelWeight : 1
      scores.set(place, (scores.get(place) ?? 0) + rarity * weight)
    }
  }
  const found = [...scores].sort(([, one], [, other]) => other - one)
  // What shares only the small words of a question would distract.
  const least = (found[0]?.[1] ?? 0) / 3
  return found
    .filter(([, score]) => score >= least)
    .slice(0, maxFound)
    .map(([place]) => place)
}
