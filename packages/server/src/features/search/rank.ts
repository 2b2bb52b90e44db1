import { phraseOf, spellOut } from '@parley/shared/words'
import { type Match, rarities } from './best-matches.ts'

/** A comment that has words of a search. */
export interface FoundPost {
  id: number
  discussion_id: number
  number: number
}

/** What has words of a search. */
export interface FoundRows {
  titles: readonly Match<{ id: number }>[]
  posts: readonly Match<FoundPost>[]
}

/** How well a discussion fits, and the comment of it that fits best. */
export interface RankedDiscussion {
  id: number
  score: number
  /** Undefined where only the title has words of the search. */
  post: FoundPost | undefined
}

/** A title that has words says more than any comment that has as many of them. */
const weightOfTitle = 3
/** How much the lesser of the two, the title and the best comment, adds to the other. */
const shareOfLesser = 0.1
/** Above every sum of what else counts. */
const scoreOfWholeTitle = 100

/** Texts of rows whose neighbouring words are compared, by id. */
export interface ComparedTexts {
  titles: ReadonlyMap<number, string>
  posts: ReadonlyMap<number, string>
}

/** Texts that are compared: of each of two spellings what a search looks for as a phrase. */
export type PhraseParts = readonly (readonly string[])[]

/**
 * The discussions that have words of a search, best first, of equal ones the newest. The title counts, and the best
 * comment: how much of what the words say is there, whether all of them are, and how many stand side by side.
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
  const weights = rarities(counts)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const scoreOf = ({ words }: Match<unknown>, text: string | undefined) => {
    let score = 0
    for (const [word, weight] of words) score += (weight * (weights.get(word) ?? 0)) / all
    const hasAll = words.size === weights.size ? 1 : 0
    return score + hasAll + (text === undefined ? 0 : phraseShare(text, parts))
  }
  const ranked = new Map<number, RankedDiscussion>()
  for (const match of posts) {
    const { id, discussion_id, number } = match.row
    const score = scoreOf(match, texts.posts.get(id))
    const known = ranked.get(discussion_id)
    if (known?.post && (score < known.score || (score === known.score && number > known.post.number)))
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

/** How many of the parts a text has, from 0 to 1. */
function phraseShare(text: string, parts: PhraseParts): number {
  const spellings = new Set([text, spellOut(text)])
  let share = 0
  for (const spelling of spellings) {
    const phrase = ` ${phraseOf(spelling)} `
    for (const wanted of parts) {
      if (wanted.length === 0) continue
      share = Math.max(share, wanted.filter((part) => phrase.includes(part)).length / wanted.length)
    }
  }
  return share
}
