import type { StoreRecord } from '@parley/client'
import type {} from '../shared.ts'

/** A page in the store. */
export type PageRecord = StoreRecord<'pages'>
