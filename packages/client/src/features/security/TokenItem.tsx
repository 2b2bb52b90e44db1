import { type ReactNode, useState } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TimeTip } from '../../ui/menus/Tip.tsx'
import { copyText } from '../../ui/prose/copy-text.ts'
import { confirmRevoking, revokeLabel, revokeToken, type Token } from './tokens.ts'

const mask = '*'.repeat(12)

interface TokenItemProps {
  token: Token
  /** True for a token that was just created: its value is visible at first. */
  isNew?: boolean
  isBlocked?: boolean
}

/** A developer token or session, with the button that revokes it. */
export function TokenItem({ token, isNew = false, isBlocked = false }: TokenItemProps): ReactNode {
  const app = useApp()
  const { t } = app
  const [isRevoking, setIsRevoking] = useState(false)
  const { isSessionToken, isCurrent } = token
  const name = useTokenName(token)
  const revoke = async () => {
    if (!(await confirmRevoking(app, token))) return
    setIsRevoking(true)
    await revokeToken(app, token)
    setIsRevoking(false)
  }
  return (
    <li className="Token">
      <Icon name={isSessionToken ? 'device' : 'key'} />
      <div className="Token-main">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        {!isSessionToken && <TokenValue token={token} isNew={isNew} />}
        <TokenInfo token={token} />
      </div>
      <Button
        variant="outline"
        isDanger={!isCurrent}
        isDisabled={isCurrent || isBlocked}
        isLoading={isRevoking}
        data-tooltip={isCurrent ? t('core.forum.security.cannot_terminate_current_session') : undefined}
        aria-description={isCurrent ? t('core.forum.security.cannot_terminate_current_session') : undefined}
        onClick={() => void revoke()}
      >
        {revokeLabel(app, token)}
        <span className="VisuallyHidden"> {name}</span>
      </Button>
    </li>
  )
}

function useTokenName({ isSessionToken, title, device }: Token): string {
  const { t } = useApp()
  if (!isSessionToken) return title || t('core.forum.security.token_title_placeholder')
  // The server's text for a program without a name.
  const emptyDevice = t('core.forum.security.browser_on_operating_system', { browser: '', os: '' })
  return device === emptyDevice ? t('core.forum.security.unknown_device_text') : device
}

/** The value of a token, masked until its owner shows it. */
function TokenValue({ token: { token: value }, isNew }: { token: Token; isNew: boolean }): ReactNode {
  const { t, alerts } = useApp()
  const [isShown, setIsShown] = useState(isNew)
  const copy = async () => {
    const isCopied = await copyText(value ?? '')
    alerts.show(t(`core.forum.security.${isCopied ? 'token_copied' : 'token_not_copied'}`), {
      tone: isCopied ? 'success' : 'danger',
      timeout: 5000,
    })
  }
  return (
    <p className="Token-value">
      <code>{isShown && value !== undefined ? value : mask}</code>
      {value !== undefined && (
        <>
          <Button isIconOnly isSmall icon={isShown ? 'eyeoff' : 'eye'} onClick={() => setIsShown(!isShown)}>
            {t(`core.forum.security.${isShown ? 'hide_access_token' : 'show_access_token'}`)}
          </Button>
          <Button isIconOnly isSmall icon="copy" onClick={() => void copy()}>
            {t('core.forum.security.copy_access_token')}
          </Button>
        </>
      )}
    </p>
  )
}

/** Time and place of the token's last use. */
function TokenInfo({ token }: { token: Token }): ReactNode {
  const { t } = useApp()
  const { createdAt, lastActivityAt, lastIpAddress, isCurrent, isSessionToken } = token
  return (
    <ul className="Token-info">
      {isCurrent ? (
        <li className="Token-current">{t('core.forum.security.current_active_session')}</li>
      ) : (
        <li>
          {lastActivityAt === null ? (
            t('core.forum.security.never_used_text')
          ) : (
            <Rich
              id="core.forum.security.last_activity"
              params={{ ago: <TimeTip value={lastActivityAt} /> }}
            />
          )}
        </li>
      )}
      {lastIpAddress && (
        <li>
          <bdi>{lastIpAddress}</bdi>
        </li>
      )}
      {!isSessionToken && (
        <li>
          <Rich id="core.forum.security.created" params={{ ago: <TimeTip value={createdAt} /> }} />
        </li>
      )}
    </ul>
  )
}
