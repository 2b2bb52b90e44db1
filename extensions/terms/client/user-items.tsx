import { MenuItem, UserModerationControls, type UserProps, useApp, useForum } from '@parley/client'
import type { ReactNode } from 'react'

const load = async () => (await import('./StateModal.tsx')).StateModal

/** Opens what a member has answered, for those who may see it. */
function StateControl({ user }: UserProps): ReactNode {
  const { t, modals } = useApp()
  if (useForum()['fof-terms.canSeeUserPoliciesState'] !== true) return null
  return (
    <MenuItem icon="check" load={load} onSelect={() => void modals.load(load, { user })}>
      {t('terms.forum.user_controls.state_button')}
    </MenuItem>
  )
}

export default [UserModerationControls.add('terms', StateControl)]
