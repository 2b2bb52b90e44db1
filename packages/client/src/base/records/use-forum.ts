import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { useRecord } from './use-record.ts'

/** The forum's record: title, public settings, the viewer's abilities. */
export function useForum(): StoreRecord<'forums'> {
  const { forum } = useApp()
  return useRecord('forums', '1') ?? forum
}

/** The user who is logged in; `undefined` for guests. */
export function useSessionUser(): StoreRecord<'users'> | undefined {
  return useRecord('users', useApp().userId)
}
