import type { SearchWord } from '@parley/shared/words'
import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import { MarkedText } from './MarkedText.tsx'

interface FoundUserProps {
  user: StoreRecord<'users'>
  words: readonly SearchWord[]
  size: 'xs' | 's'
}

/** A user whom a search found: picture, name with the matches marked, and number of posts. */
export function FoundUser({ user, words, size }: FoundUserProps): ReactNode {
  const { t } = useApp()
  return (
    <>
      <Avatar user={user} size={size} />
      <span>
        <bdi>
          <MarkedText text={user.displayName} words={words} />
        </bdi>
        {user.commentCount !== undefined && (
          <small>{t('core.forum.search.user_posts_text', { count: user.commentCount })}</small>
        )}
      </span>
    </>
  )
}
