import { type ReactNode, useState } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { onIntent } from '../../ui/on-intent.ts'
import { SettingsSection } from '../settings/SettingsSection.tsx'
import type { SecurityProps } from './slots.ts'
import { TokenList, TokenSkeleton } from './TokenList.tsx'
import { endOtherSessions, type Token } from './tokens.ts'

const loadNewToken = async () => (await import('./NewTokenModal.tsx')).NewTokenModal

/** The user's developer tokens, with a button for a new one if they are the viewer's own. */
export function DeveloperTokens({ lists, isOwn, isBusy }: SecurityProps): ReactNode {
  const { t, modals } = useApp()
  const { canCreateAccessToken, canModerateAccessTokens } = useForum()
  const [newTokenId, setNewTokenId] = useState<string>()
  const { developerTokens, state } = lists
  const isShown = canCreateAccessToken || canModerateAccessTokens || developerTokens.length > 0
  if (!isShown) return state === 'loading' ? <TokenSkeleton /> : null
  const create = async () => {
    const token = (await modals.load(loadNewToken, {})) as Token | undefined
    if (token === undefined) return
    setNewTokenId(token.id)
    lists.add(token)
  }
  return (
    <SettingsSection
      title={t('core.forum.security.developer_tokens_heading')}
      text={t('core.forum.security.developer_tokens_text')}
    >
      <TokenList lists={lists} tokens={developerTokens} newTokenId={newTokenId} isBlocked={isBusy} />
      {isOwn && (
        <Button
          variant="outline"
          aria-haspopup="dialog"
          isDisabled={!canCreateAccessToken || isBusy}
          data-tooltip={canCreateAccessToken ? undefined : t('core.forum.security.cannot_create_token_text')}
          {...onIntent(loadNewToken)}
          onClick={() => void create()}
        >
          {t('core.forum.security.new_access_token_button')}
        </Button>
      )}
    </SettingsSection>
  )
}

/** The user's sessions, with a button that ends all others if they are the viewer's own. */
export function Sessions({ lists, isOwn, isBusy, run }: SecurityProps): ReactNode {
  const app = useApp()
  const { t, modals } = app
  const [isEnding, setIsEnding] = useState(false)
  const { sessions, state } = lists
  const hasOthers = sessions.some((session) => !session.isCurrent)
  const end = async () => {
    const isSure = await modals.confirm({
      title: t('core.forum.security.terminate_all_other_sessions_confirmation'),
      confirmLabel: t('core.forum.security.terminate_all_other_sessions'),
      isDanger: true,
    })
    if (!isSure) return
    setIsEnding(true)
    await run(() => endOtherSessions(app, sessions))
    setIsEnding(false)
  }
  return (
    <SettingsSection
      title={t('core.forum.security.sessions_heading')}
      text={t('core.forum.security.sessions_text')}
    >
      <TokenList lists={lists} tokens={sessions} isBlocked={isBusy} />
      {isOwn && (
        <Button
          variant="outline"
          isDanger={hasOthers}
          isDisabled={!hasOthers || (isBusy && !isEnding)}
          isLoading={isEnding}
          data-tooltip={
            state === 'loaded' && !hasOthers
              ? t('core.forum.security.cannot_terminate_current_session')
              : undefined
          }
          onClick={() => void end()}
        >
          {t('core.forum.security.terminate_all_other_sessions')}
        </Button>
      )}
    </SettingsSection>
  )
}

/** Ends all sessions and tokens of the session user, including this one. */
export function GlobalLogOut({ isOwn, isBusy, run }: SecurityProps): ReactNode {
  const { t, api, alerts, modals, forum } = useApp()
  const [isLoggingOut, setIsLoggingOut] = useState(false)
  if (!isOwn) return null
  const logOut = async () => {
    const isSure = await modals.confirm({
      title: t('core.forum.security.global_logout.confirmation'),
      text: t('core.forum.security.global_logout.help_text'),
      confirmLabel: t('core.forum.security.global_logout.log_out_button'),
      isDanger: true,
    })
    if (!isSure) return
    setIsLoggingOut(true)
    await run(async () => {
      try {
        await api.request(`${forum.baseUrl}/global-logout`, { method: 'POST' })
        window.location.reload()
      } catch (error) {
        alerts.showError(error)
        setIsLoggingOut(false)
      }
    })
  }
  return (
    <SettingsSection
      title={t('core.forum.security.global_logout.heading')}
      text={t('core.forum.security.global_logout.help_text')}
    >
      <Button
        variant="outline"
        isDanger
        isDisabled={isBusy && !isLoggingOut}
        isLoading={isLoggingOut}
        onClick={() => void logOut()}
      >
        {t('core.forum.security.global_logout.log_out_button')}
      </Button>
    </SettingsSection>
  )
}
