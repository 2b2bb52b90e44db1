import type { ReactNode } from 'react'
import { type ErrorKind, errorKind, passingKinds } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import type { ArtName } from '../../ui/art/Art.tsx'
import { Button, LinkButton } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { useLogInLink } from '../session/links.ts'

const icons: Record<ErrorKind, string> = {
  not_found: 'eyeoff',
  unauthenticated: 'shield',
  forbidden: 'shield',
  offline: 'offline',
  unreachable: 'offline',
  incomplete: 'offline',
  failed: 'warn',
}

/** Pages that may open after a log-in. A page for members only looks to guests like one that is not there. */
const logInKinds: readonly ErrorKind[] = ['unauthenticated', 'forbidden', 'not_found']

const art: Partial<Record<ErrorKind, ArtName>> = {
  not_found: 'not-found',
  offline: 'offline',
  unreachable: 'offline',
}

/** Replaces a page that failed to load: says what happened and offers a way on. */
export function ErrorPage({ error }: { error: unknown }): ReactNode {
  const { t, href, router, userId, boot } = useApp()
  const logIn = useLogInLink()
  const kind = errorKind(error)
  const isWorthRetrying = kind === 'failed' || passingKinds.includes(kind)
  return (
    <EmptyState
      icon={icons[kind]}
      art={art[kind]}
      title={t(`core.forum.page_error.${kind}_title`)}
      heading="h1"
    >
      <p>{t(`core.forum.page_error.${boot.isView && kind === 'forbidden' ? 'view_as' : kind}_text`)}</p>
      <div className="Empty-actions">
        {isWorthRetrying && (
          <Button variant="primary" onClick={() => void router.reload()}>
            {t('core.forum.page_error.retry_button')}
          </Button>
        )}
        {kind === 'incomplete' && (
          <Button variant="outline" onClick={() => window.location.reload()}>
            {t('core.lib.connection.reload_button')}
          </Button>
        )}
        {logInKinds.includes(kind) && userId === undefined && (
          <LinkButton variant={kind === 'not_found' ? 'outline' : 'primary'} {...logIn}>
            {t('core.forum.header.log_in_link')}
          </LinkButton>
        )}
        {!isWorthRetrying && (
          <LinkButton variant="outline" href={href('/')}>
            {t('core.forum.page_error.home_link')}
          </LinkButton>
        )}
      </div>
    </EmptyState>
  )
}
