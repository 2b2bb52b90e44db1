import { createSlot } from '../../points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'
import type { TokenLists } from './tokens.ts'

export interface SecurityProps {
  /** The user whose page is shown. */
  user: StoreRecord<'users'>
  isOwn: boolean
  lists: TokenLists
  /** True while an action that ends sessions runs: other buttons are disabled. */
  isBusy: boolean
  /** Runs an action that ends sessions. */
  run: (action: () => Promise<void>) => Promise<void>
}

/** The sections of the security page: `SettingsSection`s. Core: developerTokens 100, sessions 90, globalLogOut 80. */
export const SecuritySections = createSlot<SecurityProps>('SecuritySections')
