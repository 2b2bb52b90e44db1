import { Modal, type ModalProps, type UserProps, useApp, useRecord } from '@parley/client'
import type { ReactNode } from 'react'
import { useDate } from './dates.ts'
import { PolicyLink } from './PolicyLink.tsx'
import { usePolicies } from './policies.ts'

/** What a member has answered to each policy. */
export function StateModal({ user: opened, close }: UserProps & ModalProps): ReactNode {
  const { t } = useApp()
  const user = useRecord('users', opened.id) ?? opened
  const policies = usePolicies()
  const write = useDate()
  return (
    <Modal title={t('terms.forum.state-modal.title', { username: user.displayName })} close={close}>
      {policies.length === 0 && <p className="Muted">{t('terms.forum.state-modal.empty_text')}</p>}
      <ul className="PolicyStates">
        {policies.map((policy) => {
          const state = user.fofTermsPoliciesState?.[policy.id]
          const { accepted_at: at, is_accepted: isAccepted } = state ?? {}
          return (
            <li key={policy.id}>
              <PolicyLink policy={policy} />
              <span className="Muted">
                {at && isAccepted
                  ? t('terms.forum.state-modal.accepted-at', { date: write(at) })
                  : t('terms.forum.state-modal.not-accepted')}
                {at && isAccepted && state?.has_update && ` ${t('terms.forum.state-modal.outdated_text')}`}
              </span>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
