import type { ApiClient, ApiResponse, TestForum } from '@parley/testing'
import './table.ts'

/** Times around the clock of test forums, which begins with 2024. */
export const [past, future] = ['2023-12-31T00:00:00.000Z', '2024-02-01T00:00:00.000Z']

/** Suspends an account without the API. */
export async function storeSuspension(
  { current: { database } }: { current: Pick<TestForum['current'], 'database'> },
  id: number,
  values: { suspended_until: string; suspend_reason?: string; suspend_message?: string },
): Promise<void> {
  await database.transaction((db) => db.updateTable('users').set(values).where('id', '=', id).execute())
}

/** Changes a user over the API. @param attributes are sent unchanged and may be invalid. */
export function changeUser(client: ApiClient, id: number, attributes: object): Promise<ApiResponse> {
  return client.patch(`/api/users/${id}`, { data: { type: 'users', id: String(id), attributes } })
}
