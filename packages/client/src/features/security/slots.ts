import { createSlot } from '../../base/points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'
import type { TokenLists } from './tokens.ts'

export interface SecurityProps {
  /** Whose page it is. */
  user: StoreRecord<'users'>
  isOwn: boolean
  lists: TokenLists
  /** An action that ends sessions is under way: others wait. */
  isBusy: boolean
  /** Runs such an action. */
  run: (action: () => Promise<void>) => Promise<void>
}

/** The sections of the security page: `SettingsSection`s. Core: developerTokens 100, sessions 90, globalLogOut 80. */
export const SecuritySections = createSlot<SecurityProps>('SecuritySections')
