import {
  type App,
  loadDocument,
  type StoreRecord,
  useForum,
  useRecords,
  useSessionUser,
} from '@parley/client'
import type { ResourceDocument } from '@parley/shared'
import { useMemo } from 'react'
import type { PolicyState } from '../shared.ts'

export type PolicyRecord = StoreRecord<'fof-terms-policies'>

const idsIn = (forum: App['forum']) => {
  const linkage = forum.relationships.fofTermsPolicies
  return Array.isArray(linkage) ? linkage.map(({ id }) => id) : []
}

/** All policies of the forum, in their order. */
function policiesOf({ store, forum }: App): PolicyRecord[] {
  return idsIn(store.get('forums', forum.id) ?? forum).flatMap(
    (id) => store.get('fof-terms-policies', id) ?? [],
  )
}

/** The same for components. */
export function usePolicies(): readonly PolicyRecord[] {
  const forum = useForum()
  const ids = useMemo(() => idsIn(forum), [forum])
  return useRecords('fof-terms-policies', ids)
}

/** What a member still has to answer, or may: what is mandatory first. */
function pendingOf(
  policies: readonly PolicyRecord[],
  states: Readonly<Record<string, PolicyState>>,
): PolicyRecord[] {
  const pending = policies.filter(({ id }) => states[id]?.has_update || states[id]?.must_accept)
  const isDue = ({ id }: PolicyRecord) => states[id]?.must_accept === true
  return [...pending.filter(isDue), ...pending.filter((policy) => !isDue(policy))]
}

/** The policies that the session’s user has to answer, or may. */
export function usePending(): readonly PolicyRecord[] {
  const policies = usePolicies()
  const states = useSessionUser()?.fofTermsPoliciesState
  return useMemo(() => pendingOf(policies, states ?? {}), [policies, states])
}

/** What the session’s user has to answer by now, or may; undefined without a connection. */
export async function refreshedPending(app: App): Promise<PolicyRecord[] | undefined> {
  const { store, userId = '' } = app
  try {
    await Promise.all([loadDocument(app, '/'), loadDocument(app, `/users/${userId}`)])
    return pendingOf(policiesOf(app), store.get('users', userId)?.fofTermsPoliciesState ?? {})
  } catch {
    return undefined
  }
}

const load = async () => (await import('./AcceptModal.tsx')).AcceptModal

/** Opens the modal with these policies, one after the other. */
export function review(app: App, policies: readonly PolicyRecord[]): void {
  void app.modals.load(load, { policies })
}

/** Stores an answer of the session’s user. @throws ApiError */
export async function answer(app: App, policyId: string, isAccepted: boolean): Promise<void> {
  const { api, store, userId = '' } = app
  const path = `/fof/terms/policies/${policyId}/${isAccepted ? 'accept' : 'decline'}`
  const send = () => api.request<ResourceDocument>(path, { method: 'POST' })
  const changed = ['fofTermsPoliciesState', 'fofTermsPoliciesHasUpdate', 'fofTermsPoliciesMustAccept']
  store.push(await store.write({ type: 'users', id: userId }, changed, send))
}
