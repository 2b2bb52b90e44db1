import type { UserListDocument } from '@parley/shared'
import { useState } from 'react'
import { useEntryState } from '../../base/router/entry.ts'
import { useApp } from '../../points/app-context.ts'
import { loadDocument } from '../../store/resources.ts'

interface LoadedUsers {
  ids: readonly string[]
  /** API path of the next page. */
  next: string | undefined
}

export interface UserList extends LoadedUsers {
  isLoading: boolean
  loadMore: () => Promise<void>
  refresh: () => Promise<void>
  remove: (id: string) => void
}

/** Requests to follow for one page: each may examine some thousand users without a match. */
const maximumRequests = 20

/** The list of users that grows in place. A page may be short: then the next one is asked for, too. */
export function useUserList(request: string, document: UserListDocument): UserList {
  const app = useApp()
  const [list, setList] = useEntryState<LoadedUsers>(request, () =>
    extend({ ids: [], next: undefined }, document),
  )
  const [isLoading, setIsLoading] = useState(false)

  const load = async (path: string, from: LoadedUsers) => {
    setIsLoading(true)
    try {
      let grown = from
      let next: string | undefined = path
      for (let count = 0; next !== undefined && count < maximumRequests; count += 1) {
        grown = extend(grown, await loadDocument<UserListDocument>(app, next))
        next = grown.ids.length > from.ids.length ? undefined : grown.next
      }
      setList(grown)
    } catch (error) {
      app.alerts.showError(error)
    }
    setIsLoading(false)
  }
  return {
    ...list,
    isLoading,
    loadMore: async () => {
      if (list.next !== undefined) await load(list.next, list)
    },
    refresh: () => load(request, { ids: [], next: undefined }),
    remove: (id) => setList({ ...list, ids: list.ids.filter((other) => other !== id) }),
  }
}

function extend(list: LoadedUsers, { data, links }: UserListDocument): LoadedUsers {
  const added = data.map(({ id }) => id).filter((id) => !list.ids.includes(id))
  // The link's host may be another than this page's.
  const next = links.next === undefined ? undefined : `/admin/users${new URL(links.next).search}`
  return { ids: [...list.ids, ...added], next }
}
