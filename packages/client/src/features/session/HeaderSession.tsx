import type { ReactNode } from 'react'
import { useForum, useSessionUser } from '../../base/records/use-forum.ts'
import { useT } from '../../points/app-context.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { SessionMenuItems } from '../frame/slots.ts'
import { useLogInLink, useSignUpLink } from './links.ts'

/** The account menu, or links to log in and sign up. */
export function HeaderSession(): ReactNode {
  const user = useSessionUser()
  const t = useT()
  if (user === undefined) return <GuestButtons />
  return (
    <Dropdown
      isEager
      align="end"
      className="Header-account"
      accessibleLabel={t('core.forum.header.session_dropdown_accessible_label')}
      label={
        <>
          <Avatar user={user} size="s" />
          <bdi>{user.displayName}</bdi>
        </>
      }
    >
      <SessionMenuItems />
    </Dropdown>
  )
}

function GuestButtons(): ReactNode {
  const t = useT()
  const { allowSignUp } = useForum()
  return (
    <>
      <LinkButton {...useLogInLink()}>{t('core.forum.header.log_in_link')}</LinkButton>
      <SignUpButton isShown={allowSignUp} />
    </>
  )
}

function SignUpButton({ isShown }: { isShown: boolean }): ReactNode {
  const t = useT()
  const link = useSignUpLink()
  if (!isShown) return null
  return (
    <LinkButton {...link} variant="outline">
      {t('core.forum.header.sign_up_link')}
    </LinkButton>
  )
}
