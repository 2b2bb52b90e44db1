import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Feedback.tsx'
import { TokenItem } from './TokenItem.tsx'
import type { Token, TokenLists } from './tokens.ts'

interface TokenListProps {
  lists: TokenLists
  tokens: readonly Token[]
  /** Id of the token that was just created. */
  newTokenId?: string | undefined
  isBlocked: boolean
}

export function TokenList({
  lists: { state, retry },
  tokens,
  newTokenId,
  isBlocked,
}: TokenListProps): ReactNode {
  const { t } = useApp()
  if (tokens.length > 0) {
    return (
      <ul className="TokenList">
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} isNew={token.id === newTokenId} isBlocked={isBlocked} />
        ))}
      </ul>
    )
  }
  if (state === 'loading') return <TokenSkeleton />
  if (state === 'loaded') return <p className="Muted">{t('core.forum.security.empty_text')}</p>
  return (
    <div role="alert">
      <p>{t('core.forum.security.load_failed_text')}</p>
      <Button variant="outline" onClick={retry}>
        {t('core.forum.page_error.retry_button')}
      </Button>
    </div>
  )
}

/** The skeleton of a list of tokens. */
export function TokenSkeleton(): ReactNode {
  return (
    <Loading>
      <div className="Token" aria-hidden="true">
        <Skeleton width="1.25rem" />
        <div className="Token-main">
          <Skeleton width="12rem" />
          <Skeleton width="18rem" />
        </div>
      </div>
    </Loading>
  )
}
