import { forumType, sessionUserType } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { useRecord } from './use-record.ts'

/** The forum's record: title, public settings, the viewer's abilities. */
export function useForum(): StoreRecord<typeof forumType> {
  const { forum } = useApp()
  return useRecord(forumType, forum.id) ?? forum
}

/** The user who is logged in; `undefined` for guests. */
export function useSessionUser(): StoreRecord<typeof sessionUserType> | undefined {
  return useRecord(sessionUserType, useApp().userId)
}
