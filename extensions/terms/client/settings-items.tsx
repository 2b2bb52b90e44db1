import {
  alertOnError,
  SettingRow,
  SettingsSection,
  SettingsSections,
  useApp,
  useSessionUser,
} from '@parley/client'
import { type ReactNode, useState } from 'react'
import { AnswerHistory } from './AnswerHistory.tsx'
import { PolicyLink } from './PolicyLink.tsx'
import { answer, type PolicyRecord, usePolicies } from './policies.ts'

/** The optional policies, which a member accepts or declines at any time, and what they have answered. */
function PoliciesSection(): ReactNode {
  const { t } = useApp()
  const policies = usePolicies()
  if (policies.length === 0) return null
  return (
    <SettingsSection
      title={t('terms.forum.user_settings.heading')}
      text={t('terms.forum.user_settings.text')}
    >
      {policies.some(({ optional }) => optional) && (
        <>
          <h3 className="Field-label">{t('terms.forum.user_settings.optional_policies_label')}</h3>
          {policies.map((policy) => policy.optional && <PolicySwitch key={policy.id} policy={policy} />)}
        </>
      )}
      <AnswerHistory />
    </SettingsSection>
  )
}

function PolicySwitch({ policy }: { policy: PolicyRecord }): ReactNode {
  const app = useApp()
  const isAccepted = useSessionUser()?.fofTermsPoliciesState?.[policy.id]?.is_accepted === true
  const [wanted, setWanted] = useState<boolean>()
  const change = async (next: boolean) => {
    setWanted(next)
    await alertOnError(app, () => answer(app, policy.id, next))
    setWanted(undefined)
  }
  return (
    <SettingRow label={<PolicyLink policy={policy} />}>
      <input
        type="checkbox"
        className="Switch"
        aria-label={policy.name}
        aria-busy={wanted !== undefined || undefined}
        checked={wanted ?? isAccepted}
        disabled={app.boot.isView}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </SettingRow>
  )
}

export default [SettingsSections.add('policies', PoliciesSection, { priority: 75 })]
