import type { StoreRecord } from '../../store/record.ts'

/** Path of somebody's page below the base path. */
export function userPath({ slug }: Pick<StoreRecord<'users'>, 'slug'>): string {
  return `/u/${encodeURIComponent(slug)}`
}
