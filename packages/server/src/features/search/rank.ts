import { phraseOf, spellOut } from '@parley/shared/words'
import { type Match, wordWeights } from './best-matches.ts'

/** A comment that has words of a search. */
export interface FoundPost {
  id: number
  discussion_id: number
  number: number
}

/** The rows that have words of a search. */
export interface FoundRows {
  titles: readonly Match<{ id: number }>[]
  posts: readonly Match<FoundPost>[]
}

/** A discussion with its score and its best comment. */
export interface RankedDiscussion {
  id: number
  score: number
  /** Undefined when only the title has words of the search. */
  post: FoundPost | undefined
}

/** The weight of a title relative to a comment with as many words. */
const weightOfTitle = 3
/** The share by which the lower of two scores, of title and best comment, adds to the higher. */
const shareOfLesser = 0.1
/** Higher than any sum of the other scores. */
const scoreOfWholeTitle = 100

/** The texts of the best rows by id, in which adjacent words are compared. */
export interface ComparedTexts {
  titles: ReadonlyMap<number, string>
  posts: ReadonlyMap<number, string>
}

/** The parts of a search as a phrase (pairs of adjacent words, runs of characters), one list per spelling. */
export type PhraseParts = readonly (readonly string[])[]

/**
 * Ranks the discussions that have words of a search, best first, of equal ones the newest. The scores of the title and
 * of the best comment sum the weights of their words, whether all words match, and the share of phrase parts.
 */
export function rankDiscussions(
  { titles, posts }: FoundRows,
  texts: ComparedTexts,
  parts: PhraseParts,
): RankedDiscussion[] {
  const counts = new Map<number, number>()
  for (const { words } of [...titles, ...posts]) {
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const weights = wordWeights(counts)
  const totalWeight = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const scoreOf = ({ words }: Match<unknown>, text: string | undefined) => {
    let score = 0
    for (const [word, weight] of words) score += (weight * (weights.get(word) ?? 0)) / totalWeight
    const hasAll = words.size === weights.size ? 1 : 0
    return score + hasAll + (text === undefined ? 0 : phraseShare(text, parts))
  }
  const ranked = new Map<number, RankedDiscussion>()
  for (const match of posts) {
    const { id, discussion_id, number } = match.row
    const score = scoreOf(match, texts.posts.get(id))
    const previous = ranked.get(discussion_id)
    if (
      previous?.post &&
      (score < previous.score || (score === previous.score && number > previous.post.number))
    )
      continue
    ranked.set(discussion_id, { id: discussion_id, score, post: match.row })
  }
  for (const match of titles) {
    const { id } = match.row
    const whole = match.isWhole ? scoreOfWholeTitle : 0
    const title = weightOfTitle * scoreOf(match, texts.titles.get(id))
    const { score: comment = 0, post } = ranked.get(id) ?? {}
    const score = whole + Math.max(title, comment) + shareOfLesser * Math.min(title, comment)
    ranked.set(id, { id, score, post })
  }
  return [...ranked.values()].sort((one, other) => other.score - one.score || other.id - one.id)
}

/** The share of the parts that a text contains, from 0 to 1. */
function phraseShare(text: string, parts: PhraseParts): number {
  const spellings = new Set([text, spellOut(text)])
  let share = 0
  for (const spelling of spellings) {
    const normalized = ` ${phraseOf(spelling)} `
    for (const spellingParts of parts) {
      if (spellingParts.length === 0) continue
      share = Math.max(
        share,
        spellingParts.filter((part) => normalized.includes(part)).length / spellingParts.length,
      )
    }
  }
  return share
}
