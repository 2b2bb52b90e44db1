import type { CollectionDocument } from '@parley/shared'
import type { SearchWord } from '@parley/shared/words'
import { type ReactNode, useId } from 'react'
import { useRecords } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { userPath } from '../users/user-path.ts'
import { FoundUser } from './FoundUser.tsx'

interface FoundPeopleProps {
  document: CollectionDocument
  words: readonly SearchWord[]
}

/** The people that a search found, above the discussions. */
export function FoundPeople({ document, words }: FoundPeopleProps): ReactNode {
  const { t, href } = useApp()
  const headingId = useId()
  const people = useRecords(
    'users',
    document.data.map(({ id }) => id),
  )
  if (people.length === 0) return null
  return (
    <section className="FoundPeople" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('core.forum.search.users_heading')}</h2>
      <ul>
        {people.map((user) => (
          <li key={user.id}>
            <a className="FoundPeople-person" href={href(userPath(user))}>
              <FoundUser user={user} words={words} size="s" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
