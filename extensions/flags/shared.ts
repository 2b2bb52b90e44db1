export type * from './contract/shared.ts'

/** The type of members' reports. */
export const reported = 'user'

/** The reasons that members choose from, in their order. `other` is sent as null, with details. */
export const reasons = ['off_topic', 'inappropriate', 'spam', 'other'] as const

/** How many flagged posts `GET /api/flags` lists, and how far counts of flagged posts go. */
export const listedFlags = 50
export const countedFlags = 1000
