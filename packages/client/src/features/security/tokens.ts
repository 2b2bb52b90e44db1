import { buildQuery, type CollectionDocument } from '@parley/shared'
import { useCallback, useEffect, useRef, useState } from 'react'
import { nextRequest } from '../../base/lists/paged-list.ts'
import { useRecords } from '../../base/records/use-record.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { deleteResource, loadDocument } from '../../store/resources.ts'

export type Token = StoreRecord<'access-tokens'>

const pageSize = 50

/** Loads all access tokens of a user, page by page. @returns their ids. */
async function loadTokens(app: App, userId: string, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = []
  const query = buildQuery({ filter: { user: userId }, page: { limit: pageSize } })
  let path: string | undefined = `/access-tokens?${query}`
  while (path !== undefined) {
    const document: CollectionDocument = await loadDocument(app, path, signal)
    ids.push(...document.data.map(({ id }) => id))
    path = nextRequest(document)
  }
  return ids
}

export interface TokenLists {
  state: 'loading' | 'loaded' | 'failed'
  /** Newest first. */
  developerTokens: readonly Token[]
  /** The current session first, then by last use. */
  sessions: readonly Token[]
  add: (token: Token) => void
  retry: () => void
}

/** The access tokens of a user, loaded after the page. */
export function useTokens(userId: string): TokenLists {
  const app = useApp()
  const [ids, setIds] = useState<readonly string[]>([])
  const [state, setState] = useState<TokenLists['state']>('loading')
  const loading = useRef<AbortController>(undefined)
  const load = useCallback(async () => {
    const controller = new AbortController()
    const { signal } = controller
    loading.current = controller
    setState('loading')
    try {
      setIds(await loadTokens(app, userId, signal))
      setState('loaded')
    } catch {
      if (!signal.aborted) setState('failed')
    }
  }, [app, userId])
  useEffect(() => {
    void load()
    return () => loading.current?.abort()
  }, [load])
  const tokens = useRecords('access-tokens', ids)
  return {
    state,
    ...splitTokens(tokens),
    add: ({ id }) => setIds([...ids, id]),
    retry: () => void load(),
  }
}

/** Splits tokens into developer tokens and sessions, and sorts both for display. */
export function splitTokens(tokens: readonly Token[]): Pick<TokenLists, 'developerTokens' | 'sessions'> {
  const isSession = (token: Token) => token.isSessionToken
  const lastUse = (token: Token) => Date.parse(token.lastActivityAt ?? token.createdAt)
  return {
    developerTokens: tokens
      .filter((token) => !isSession(token))
      .sort((one, other) => Number(other.id) - Number(one.id)),
    sessions: tokens
      .filter(isSession)
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || lastUse(other) - lastUse(one)),
  }
}

/** Returns the label of the button that revokes a token. */
export function revokeLabel({ t }: App, { isSessionToken }: Token): string {
  return t(`core.forum.security.${isSessionToken ? 'terminate_session' : 'revoke_access_token'}`)
}

/** Asks for confirmation before a token is revoked. */
export function confirmRevoking(app: App, token: Token): Promise<boolean> {
  const { t, modals } = app
  const isSession = token.isSessionToken
  return modals.confirm({
    title: t('core.forum.security.revoke_access_token_confirmation', {
      kind: isSession ? 'session' : 'token',
    }),
    text: isSession ? undefined : t('core.forum.security.revoke_access_token_text'),
    confirmLabel: revokeLabel(app, token),
    isDanger: true,
  })
}

/** Revokes a token and reports the result. */
export async function revokeToken(app: App, token: Token): Promise<void> {
  const { t, alerts } = app
  try {
    await deleteResource(app, token)
    const done = token.isSessionToken
      ? t('core.forum.security.session_terminated', { count: 1 })
      : t('core.forum.security.token_revoked')
    alerts.show(done, { tone: 'success' })
  } catch (error) {
    alerts.showError(error)
  }
}

/** Ends all sessions but the current one, and reports their number. */
export async function endOtherSessions(app: App, sessions: readonly Token[]): Promise<void> {
  const { t, alerts, api, store } = app
  const others = sessions.filter((session) => !session.isCurrent)
  try {
    await api.request('/sessions', { method: 'DELETE' })
    for (const session of others) store.remove(session)
    const text = t('core.forum.security.session_terminated', { count: others.length })
    alerts.show(text, { tone: 'success' })
  } catch {
    alerts.show(t('core.forum.security.session_termination_failed'), { tone: 'danger' })
  }
}
