import type { StoreRecord } from '../../store/record.ts'

/** Returns the path of a user's page, below the base path. */
export function userPath({ slug }: Pick<StoreRecord<'users'>, 'slug'>): string {
  return `/u/${encodeURIComponent(slug)}`
}
