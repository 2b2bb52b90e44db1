import { useEffect, useMemo } from 'react'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { useDiscussionPage } from '../page-context.ts'
import type { DatedPost } from './post-dates.ts'

/** The first and the last post of a discussion with their dates; `undefined` if the discussion does not tell. */
export function useFirstAndLast({
  createdAt,
  lastPostedAt,
  lastPostNumber,
}: DiscussionProps['discussion']): { first: DatedPost; last: DatedPost } | undefined {
  return useMemo(() => {
    if (!createdAt || !lastPostedAt || !lastPostNumber) return undefined
    return {
      first: { number: 1, time: Date.parse(createdAt) },
      last: { number: lastPostNumber, time: Date.parse(lastPostedAt) },
    }
  }, [createdAt, lastPostedAt, lastPostNumber])
}

/**
 * The month of a post, as text. While it is not certain, it is estimated, and the post's date is being read.
 * @param number of a post; `undefined` for none.
 */
export function useMonth(discussion: DiscussionProps['discussion'], number: number | undefined): string {
  const { t } = useApp()
  const { stream, dates } = useDiscussionPage()
  const { posts } = useObservable(stream, ({ window }) => window)
  const known = useObservable(dates)
  const firstAndLast = useFirstAndLast(discussion)
  const isAsked = number !== undefined
  useEffect(() => {
    if (!isAsked) return
    dates.add(posts.map((post) => ({ number: post.number, time: Date.parse(post.createdAt) })))
    if (firstAndLast) dates.add([firstAndLast.first, firstAndLast.last])
  }, [dates, posts, firstAndLast, isAsked])
  const found = isAsked ? dates.timeOf(number) : undefined
  const isCertain = found?.isCertain !== false
  useEffect(() => {
    // An answer changes what is known: then the number that the reader has reached meanwhile is read.
    if (!isCertain && number !== undefined && known) void dates.load(number)
  }, [dates, isCertain, number, known])
  return found === undefined ? '' : t('core.lib.datetime_formats.scrubber', { date: new Date(found.time) })
}
