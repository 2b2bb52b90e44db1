import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { loadDocument } from '../../store/resources.ts'

type User = StoreRecord<'users'>

/** What can be done to many accounts at once. */
export type BulkAction = 'confirm' | 'addGroup' | 'removeGroup' | 'logOut' | 'delete'

/** The progress of an action on many accounts, as the server tells it. */
export interface ActionProgress {
  name: BulkAction
  groupId: number | null
  status: 'running' | 'done' | 'stopped' | 'limited' | 'refused'
  expected: { count: number; hasMore: boolean }
  done: number
  skipped: number
}

/** What became of one account. */
export interface TreatedAccount {
  id: string
  username: string | null
  outcome: string
}

const path = '/admin/users'

/** Confirms the address of an account. */
export async function confirmUser(app: App, user: User): Promise<void> {
  await app.api.request(`${path}/${user.id}/confirm`, { method: 'POST' })
  app.store.change('users', user.id, { attributes: { isEmailConfirmed: true } })
}

/** Sends the mail that confirms an address again. */
export async function sendConfirmation(app: App, { id }: User): Promise<void> {
  await app.api.request(`${path}/${id}/send-confirmation`, { method: 'POST' })
}

/** Ends every session of an account and revokes its tokens. */
export async function logOutUser(app: App, { id }: User): Promise<void> {
  await app.api.request(`${path}/${id}/log-out`, { method: 'POST' })
}

/** Asks for the address of an account that the list masks. */
export async function showEmail({ api }: App, { id }: User): Promise<string> {
  return (await api.request<{ email: string }>(`${path}/${id}/show-email`, { method: 'POST' })).email
}

/** Loads an account in full, with its address, for its form. */
export async function loadUser(app: App, { id }: User): Promise<User | undefined> {
  await loadDocument(app, `/users/${id}`)
  return app.store.get('users', id)
}

/** Starts an action on many accounts. */
export async function startAction(
  { api }: App,
  body: { action: BulkAction; groupId?: number; ids?: readonly number[]; filter?: Record<string, string> },
): Promise<ActionProgress> {
  return (await api.request<{ action: ActionProgress }>(`${path}/actions`, { method: 'POST', body })).action
}

/** Asks for the progress of one's last action; null without one. */
export async function lastAction({ api }: App): Promise<ActionProgress | null> {
  const options = { isBackground: true }
  return (await api.request<{ action: ActionProgress | null }>(`${path}/actions/last`, options)).action
}

/** Stops one's running action. */
export async function stopAction({ api }: App): Promise<void> {
  await api.request(`${path}/actions/last`, { method: 'DELETE' })
}

/** Asks which accounts one's last action skipped, after the account with an id. */
export function skippedAccounts(
  { api }: App,
  after: string,
): Promise<{ accounts: TreatedAccount[]; next: string | null }> {
  return api.request(`${path}/actions/last/accounts?filter[skipped]=1&page[limit]=50&page[after]=${after}`)
}

/** Counts the accounts that a filter selects. */
export function countUsers(
  { api }: App,
  filter: Record<string, string>,
): Promise<{ count: number; hasMore: boolean }> {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value]))
  return api.request(`${path}/count?${query}`)
}
