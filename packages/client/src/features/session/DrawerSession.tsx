import type { ReactNode } from 'react'
import { useForum, useSessionUser } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { DrawerLink } from '../frame/Drawer.tsx'
import { useLogInLink, useSignUpLink } from './links.ts'
import { logOutAddress } from './session-menu.tsx'

/** The drawer's links for the account. */
export function DrawerSession(): ReactNode {
  const app = useApp()
  const { t, href } = app
  const { allowSignUp, adminUrl } = useForum()
  const user = useSessionUser()
  const logIn = useLogInLink()
  const start = useLogInLink({ target: { kind: 'discussion' } })
  const signUp = useSignUpLink()
  if (user === undefined) {
    return (
      <>
        <DrawerLink icon="post" {...start}>
          {t('core.forum.index.start_discussion_button')}
        </DrawerLink>
        <DrawerLink icon="user" {...logIn}>
          {t('core.forum.header.log_in_link')}
        </DrawerLink>
        {allowSignUp && (
          <DrawerLink icon="edit" {...signUp}>
            {t('core.forum.header.sign_up_link')}
          </DrawerLink>
        )}
      </>
    )
  }
  return (
    <>
      <DrawerLink icon="user" href={href(`/u/${user.slug}`)}>
        {t('core.forum.header.profile_button')}
      </DrawerLink>
      {adminUrl !== undefined && (
        <DrawerLink icon="shield" href={adminUrl}>
          {t('core.forum.header.admin_button')}
        </DrawerLink>
      )}
      <DrawerLink icon="logout" href={logOutAddress(app)}>
        {t('core.forum.header.log_out_button')}
      </DrawerLink>
    </>
  )
}
