import type { Forum } from '@parley/shared'
import type { TagLimits } from '../../contract/client.tsx'

const noLimits: TagLimits = {
  minPrimary: 0,
  maxPrimary: Number.POSITIVE_INFINITY,
  minSecondary: 0,
  maxSecondary: Number.POSITIVE_INFINITY,
  minTotal: 0,
  maxTotal: Number.POSITIVE_INFINITY,
}

/** Completes limits by those that allow any number. @throws where no choice could meet them. */
export function limitsOf(given: Partial<TagLimits>): TagLimits {
  const limits = { ...noLimits, ...given }
  const { minPrimary, maxPrimary, minSecondary, maxSecondary, minTotal, maxTotal } = limits
  refuseIf(minPrimary > maxPrimary, 'minPrimary is greater than maxPrimary.')
  refuseIf(minSecondary > maxSecondary, 'minSecondary is greater than maxSecondary.')
  refuseIf(minTotal > maxPrimary + maxSecondary, 'minTotal is greater than maxPrimary and maxSecondary.')
  refuseIf(maxTotal < minPrimary + minSecondary, 'maxTotal is less than minPrimary and minSecondary.')
  refuseIf(minTotal > maxTotal, 'minTotal is greater than maxTotal.')
  return limits
}

type ForumCounts = Pick<Forum, 'minPrimaryTags' | 'maxPrimaryTags' | 'minSecondaryTags' | 'maxSecondaryTags'>

/** How many tags a discussion has. The forum has the numbers as texts. */
export function forumLimits(forum: ForumCounts): Partial<TagLimits> {
  return {
    minPrimary: Number(forum.minPrimaryTags),
    maxPrimary: Number(forum.maxPrimaryTags),
    minSecondary: Number(forum.minSecondaryTags),
    maxSecondary: Number(forum.maxSecondaryTags),
  }
}

function refuseIf(isFaulty: boolean, message: string): void {
  if (isFaulty) throw new RangeError(`The limits of a choice of tags: ${message}`)
}
