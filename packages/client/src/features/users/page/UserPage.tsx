import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { pageNumber, pagePath } from '../../../base/lists/paged-list.ts'
import { useRecord } from '../../../base/records/use-record.ts'
import type { App } from '../../../points/app.ts'
import { useT } from '../../../points/app-context.ts'
import type { PageHead, PageProps } from '../../../points/routes.ts'
import { UserCard } from '../card/UserCard.tsx'
import { UserTabs } from '../slots.ts'
import { userPath } from '../user-path.ts'

interface UserPageProps {
  /** The response to `userRequest`. */
  document: ResourceDocument
  children: ReactNode
}

/** The frame of a user's page: the card, the tabs and the content of the current tab. */
export function UserPage({ document, children }: UserPageProps): ReactNode {
  const t = useT()
  const user = useRecord('users', document.data.id)
  if (user === undefined) return null
  return (
    <div className="UserPage">
      <UserCard user={user} />
      <nav className="Tabs" aria-label={t('core.forum.header.profile_button')}>
        <UserTabs user={user} />
      </nav>
      {children}
    </div>
  )
}

/** Returns the head of a tab whose documents are the user and a list. */
export function userHead({ location, documents }: PageProps, { store }: App): PageHead {
  const [userDocument, { links }] = documents as [ResourceDocument, CollectionDocument]
  const user = store.get('users', userDocument.data.id)
  if (user === undefined) return {}
  const page = pageNumber(location)
  return {
    title: user.displayName,
    canonical: userPath(user),
    prev: page > 1 ? pagePath(location, page - 1) : undefined,
    next: links.next === undefined ? undefined : pagePath(location, page + 1),
  }
}
