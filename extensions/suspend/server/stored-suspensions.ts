import type { Context } from '@parley/server'
import './table.ts'

/** A forum of a test. */
interface TestedForum {
  current: Pick<Context['forum'], 'database'>
}

/** A client of a test. */
interface TestedClient<Answer> {
  patch(path: string, body: object): Promise<Answer>
}

/** Times around the clock of test forums, which begins with 2024. */
export const [past, future] = ['2023-12-31T00:00:00.000Z', '2024-02-01T00:00:00.000Z']

/** Suspends an account without the API. */
export async function storeSuspension(
  { current: { database } }: TestedForum,
  id: number,
  values: { suspended_until: string; suspend_reason?: string; suspend_message?: string },
): Promise<void> {
  await database.transaction((db) => db.updateTable('users').set(values).where('id', '=', id).execute())
}

/** Changes a user over the API. @param attributes are sent unchanged and may be invalid. */
export function changeUser<Answer>(
  client: TestedClient<Answer>,
  id: number,
  attributes: object,
): Promise<Answer> {
  return client.patch(`/api/users/${id}`, { data: { type: 'users', id: String(id), attributes } })
}
