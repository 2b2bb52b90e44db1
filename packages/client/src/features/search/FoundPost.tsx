import type { SearchWord } from '@parley/shared/words'
import type { ReactNode } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { Time } from '../../base/i18n/Time.tsx'
import { useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { MarkedExcerpt } from './MarkedText.tsx'

interface FoundPostProps {
  post: StoreRecord<'posts'>
  words: readonly SearchWord[]
}

/** The author and time of a found post, and the part of its text around the words. */
export function FoundPost({ post, words }: FoundPostProps): ReactNode {
  const { t } = useApp()
  const user = useRelated(post, 'user', 'users')
  return (
    <div className="DiscussionRow-found">
      <p className="DiscussionRow-source">
        <Rich
          id="core.forum.search.excerpt_source_text"
          params={{
            username: <bdi>{user?.displayName ?? t('core.lib.username.deleted_text')}</bdi>,
            ago: <Time value={post.createdAt} />,
          }}
        />
      </p>
      <p className="DiscussionRow-excerpt" dir="auto">
        <MarkedExcerpt post={post} words={words} />
      </p>
    </div>
  )
}
