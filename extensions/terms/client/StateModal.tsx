import { Modal, type ModalProps, type UserProps, useApp, useRecord } from '@parley/client'
import type { ReactNode } from 'react'
import type { PolicyState } from '../shared.ts'
import { useDate } from './dates.ts'
import { PolicyLink } from './PolicyLink.tsx'
import { usePolicies } from './policies.ts'

/** What a member has answered to each policy. */
export function StateModal({ user: opened, close }: UserProps & ModalProps): ReactNode {
  const { t } = useApp()
  const user = useRecord('users', opened.id) ?? opened
  const policies = usePolicies()
  const write = useDate()
  const wordsFor = (state: PolicyState | undefined) => {
    if (!state?.accepted_at || !state.is_accepted) return t('terms.forum.state-modal.not-accepted')
    const accepted = t('terms.forum.state-modal.accepted-at', { date: write(state.accepted_at) })
    return state.has_update ? `${accepted} ${t('terms.forum.state-modal.outdated_text')}` : accepted
  }
  return (
    <Modal title={t('terms.forum.state-modal.title', { username: user.displayName })} close={close}>
      {policies.length === 0 && <p className="Muted">{t('terms.forum.state-modal.empty_text')}</p>}
      <ul className="Form">
        {policies.map((policy) => (
          <li key={policy.id}>
            <PolicyLink policy={policy} />
            <br />
            <span className="Muted">{wordsFor(user.fofTermsPoliciesState?.[policy.id])}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
