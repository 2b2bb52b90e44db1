import {
  FormButtons,
  FormError,
  InputField,
  Modal,
  type ModalProps,
  TextAreaField,
  type UserProps,
  useApp,
  useObservable,
  useRecord,
  useSubmit,
} from '@parley/client'
import { type ReactNode, useId, useState } from 'react'
import { type Choice, choiceOf, endOfChoice, maximumDays, type Status } from './choice.ts'
import { saveSuspension } from './save-suspension.ts'
import { endInWords } from './suspension.ts'

/** A form that suspends a user, or ends the suspension. */
export function SuspendModal({ user: opened, close }: UserProps & ModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const user = useRecord('users', opened.id) ?? opened
  const formId = useId()
  const [choice, setChoice] = useState(() => choiceOf(user, app.clock.read()))
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const end = endOfChoice(choice, user, app.clock.read())
    await saveSuspension(app, user, { end, reason: text('suspendReason'), message: text('suspendMessage') })
    close()
  })
  const errors = report?.fields ?? {}
  return (
    <Modal
      title={t('suspend.forum.suspend_user.title', { username: user.displayName })}
      close={close}
      closesOnBackdrop={false}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('suspend.forum.suspend_user.submit_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <StatusChoice
          status={choice.status}
          onChange={(status) => setChoice({ ...choice, status })}
          error={errors.suspendedUntil}
        />
        {choice.status === 'limited' && (
          <DaysField choice={choice} user={user} onChange={(days) => setChoice({ ...choice, days })} />
        )}
        {choice.status !== 'none' && (
          <>
            <TextAreaField
              label={t('suspend.forum.suspend_user.reason')}
              help={t('suspend.forum.suspend_user.reason_text')}
              placeholder={t('suspend.forum.suspend_user.placeholder_optional')}
              name="suspendReason"
              rows={2}
              defaultValue={user.suspendReason ?? ''}
              error={errors.suspendReason ?? ''}
            />
            <TextAreaField
              label={t('suspend.forum.suspend_user.display_message')}
              help={t('suspend.forum.suspend_user.message_text')}
              placeholder={t('suspend.forum.suspend_user.placeholder_optional')}
              name="suspendMessage"
              rows={3}
              defaultValue={user.suspendMessage ?? ''}
              error={errors.suspendMessage ?? ''}
            />
          </>
        )}
      </form>
    </Modal>
  )
}

const statuses = [
  ['none', 'suspend.forum.suspend_user.not_suspended_label'],
  ['limited', 'suspend.forum.suspend_user.limited_time_label'],
  ['indefinite', 'suspend.forum.suspend_user.indefinitely_label'],
] as const

interface StatusChoiceProps {
  status: Status
  onChange: (status: Status) => void
  error: string | undefined
}

function StatusChoice({ status, onChange, error }: StatusChoiceProps): ReactNode {
  const { t } = useApp()
  return (
    <fieldset className="Field">
      <legend className="Field-label">{t('suspend.forum.suspend_user.status_heading')}</legend>
      {statuses.map(([value, label]) => (
        <label key={value} className="Check">
          <input
            type="radio"
            name="suspendedUntil"
            value={value}
            checked={status === value}
            onChange={() => onChange(value)}
          />
          <span>{t(label)}</span>
        </label>
      ))}
      {error && <p className="Field-error">{error}</p>}
    </fieldset>
  )
}

interface DaysFieldProps extends UserProps {
  choice: Choice
  onChange: (days: number) => void
}

/** The number of days, with the end that they lead to. */
function DaysField({ choice, user, onChange }: DaysFieldProps): ReactNode {
  const { t, clock } = useApp()
  const until = useObservable(clock, ({ now, translator }) =>
    endInWords(endOfChoice(choice, user, now) ?? now.toISOString(), translator),
  )
  return (
    <InputField
      label={t('suspend.forum.suspend_user.limited_time_days_text')}
      help={t('suspend.forum.suspend_user.until_text', { until })}
      type="number"
      name="days"
      inputMode="numeric"
      min={0}
      max={maximumDays}
      step={1}
      required
      defaultValue={choice.days}
      onChange={({ currentTarget: { valueAsNumber } }) =>
        onChange(Number.isNaN(valueAsNumber) ? 0 : Math.round(valueAsNumber))
      }
    />
  )
}
