import { searchWordsOf } from '@parley/shared/words'
import { type ReactNode, useEffect, useState } from 'react'
import { useRecords } from '../../base/records/use-record.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import type { TypedAuthor } from './gambits.ts'
import { loadAuthors } from './load-results.ts'
import { MarkedText } from './MarkedText.tsx'
import { OptionGroup, TextOption } from './options.tsx'
import { QuickSearch } from './suggestions/quick-search.ts'

interface AuthorOptionsProps {
  author: TypedAuthor
  /** Returns the id of an option and whether it is selected. */
  optionProps: (name: string) => { id: string; isActive: boolean }
  onChoose: (text: string) => void
}

/** Names that complete the value of `author:`: of those that begin like it, first of all the reader's own name. */
export function AuthorOptions({ author, optionProps, onChoose }: AuthorOptionsProps): ReactNode {
  const app = useApp()
  const { t, userId, forum } = app
  const { name, before } = author
  const [search] = useState(
    () =>
      new QuickSearch(
        (query, signal) => loadAuthors(app, query, signal),
        (query) => query !== '',
      ),
  )
  const state = useObservable(search)
  useEffect(() => search.setText(forum.canSearchUsers ? name : ''), [search, forum.canSearchUsers, name])
  const ids = state.results ?? []
  const people = useRecords('users', userId === undefined || ids.includes(userId) ? ids : [userId, ...ids])
  const shown = people.filter(({ id, username }) => id !== userId || username.toLowerCase().startsWith(name))
  if (shown.length === 0) {
    const isDone = !state.isLoading && !state.hasFailed && state.text === name && name !== ''
    return isDone && <p className="Search-note">{t('core.forum.search.no_author_text')}</p>
  }
  const words = searchWordsOf(name, 1)
  return (
    <OptionGroup label={t('core.forum.search.authors_heading')}>
      {shown.map((user) => (
        <TextOption
          key={user.id}
          onChoose={() => onChoose(`${before}${user.username} `)}
          {...optionProps(`a${user.id}`)}
        >
          <Avatar user={user} size="xs" />
          <span>
            <bdi>
              <MarkedText text={user.displayName} words={words} />
            </bdi>
            {user.username !== user.displayName && <small>{user.username}</small>}
          </span>
        </TextOption>
      ))}
    </OptionGroup>
  )
}
