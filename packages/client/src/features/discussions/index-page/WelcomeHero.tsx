import { type ReactNode, useId } from 'react'
import { useForum } from '../../../base/records/use-forum.ts'
import { useApp } from '../../../points/app-context.ts'
import { Art } from '../../../ui/art/Art.tsx'
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx'
import { useLogInLink, useSignUpLink } from '../../session/links.ts'
import { dismiss } from '../dismissed.ts'

/** A welcome with links to join, for guests, until they dismiss it. */
export function WelcomeHero(): ReactNode {
  const { t, userId } = useApp()
  const { welcomeTitle, welcomeMessage } = useForum()
  const titleId = useId()
  if (!welcomeTitle || userId !== undefined) return null
  const hide = () => {
    dismiss('welcome')
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <section className="WelcomeHero" aria-labelledby={titleId}>
      <div className="WelcomeHero-text">
        {/* No heading: it would stand before that of the page. */}
        <p className="WelcomeHero-title" id={titleId}>
          <bdi>{welcomeTitle}</bdi>
        </p>
        {welcomeMessage && (
          <p>
            <bdi>{welcomeMessage}</bdi>
          </p>
        )}
        <JoinButtons />
      </div>
      <Art name="welcome" className="WelcomeHero-art" />
      <Button className="WelcomeHero-close" variant="quiet" icon="close" isIconOnly onClick={hide}>
        {t('core.forum.welcome_hero.hide')}
      </Button>
    </section>
  )
}

function JoinButtons(): ReactNode {
  const { t } = useApp()
  const { allowSignUp } = useForum()
  const signUp = useSignUpLink()
  const logIn = useLogInLink()
  return (
    <div className="WelcomeHero-actions">
      {allowSignUp && (
        <LinkButton {...signUp} variant="primary">
          {t('core.forum.header.sign_up_link')}
        </LinkButton>
      )}
      <LinkButton {...logIn}>{t('core.forum.header.log_in_link')}</LinkButton>
    </div>
  )
}
