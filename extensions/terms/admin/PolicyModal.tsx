import {
  alertOnError,
  Button,
  Checkbox,
  type FieldErrors,
  FormButtons,
  FormError,
  InputField,
  Modal,
  type ModalProps,
  TextAreaField,
  useApp,
  useSubmit,
} from '@parley/client'
import { type ReactNode, useId, useState } from 'react'
import type { ListedPolicy, PoliciesModel, WrittenPolicy } from './policies-model.ts'

interface PolicyModalProps extends ModalProps {
  model: PoliciesModel
  /** Absent for a new one. */
  policy?: ListedPolicy
}

/** A time as `<input type="datetime-local">` has it, in the time zone of the browser. */
function localTime(date: Date): string {
  const inZone = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return inZone.toISOString().slice(0, 16)
}

/** Adds, changes or deletes a policy; closes with `deleted` when it is gone. */
export function PolicyModal({ model, policy, close }: PolicyModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const stored = policy?.stored_terms_updated_at
  const [changed, setChanged] = useState(stored ? localTime(new Date(stored)) : '')
  // The field has no seconds: a time that is not typed stays exact.
  const [exact, setExact] = useState(stored ?? '')
  const setToNow = () => {
    const now = new Date()
    setExact(now.toISOString())
    setChanged(localTime(now))
  }
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const text = (name: string) => String(data.get(name) ?? '').trim() || null
    const isExact = exact !== '' && changed === localTime(new Date(exact))
    const time = isExact ? exact : changed && new Date(changed).toISOString()
    const attributes: WrittenPolicy = {
      name: text('name') ?? '',
      url: text('url'),
      update_message: text('update_message'),
      terms_updated_at: (time || null) as WrittenPolicy['terms_updated_at'],
      optional: data.get('optional') !== null,
      additional_info: text('additional_info'),
    }
    await model.save(attributes, policy?.id)
    app.alerts.show(t('terms.admin.policies.saved_message'), { tone: 'success', timeout: 5000 })
    close()
  })
  return (
    <Modal
      title={
        policy
          ? t('terms.admin.buttons.edit-policy', { policy: policy.name })
          : t('terms.admin.buttons.add-policy')
      }
      close={close}
      closesOnBackdrop={false}
      footer={
        <>
          {policy && <DeletePolicy model={model} policy={policy} close={close} />}
          <FormButtons
            formId={formId}
            submitLabel={t(policy ? 'terms.admin.buttons.save-policy' : 'terms.admin.buttons.add-policy')}
            isSending={isSending}
            close={close}
          />
        </>
      }
    >
      <form id={formId} ref={form} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <PolicyFields
          policy={policy}
          changed={changed}
          onChanged={setChanged}
          onNow={setToNow}
          errors={report?.fields ?? {}}
        />
      </form>
    </Modal>
  )
}

interface PolicyFieldsProps {
  policy: ListedPolicy | undefined
  /** When the terms changed, as the field has it. */
  changed: string
  onChanged(changed: string): void
  /** The terms change now. */
  onNow(): void
  errors: FieldErrors
}

function PolicyFields({ policy, changed, onChanged, onNow, errors }: PolicyFieldsProps): ReactNode {
  const { t } = useApp()
  return (
    <>
      <InputField
        name="name"
        label={t('terms.admin.policies.name')}
        help={t('terms.admin.policies.name-help')}
        required
        maxLength={255}
        defaultValue={policy?.name ?? ''}
        error={errors.name ?? ''}
      />
      <InputField
        name="url"
        type="url"
        label={t('terms.admin.policies.url')}
        help={t('terms.admin.policies.url-help')}
        maxLength={2000}
        dir="ltr"
        defaultValue={policy?.url ?? ''}
        error={errors.url ?? ''}
      />
      <div className="PolicyForm-time">
        <InputField
          name="terms_updated_at"
          type="datetime-local"
          label={t('terms.admin.policies.terms-updated-at')}
          help={t('terms.admin.policies.terms-updated-at-help')}
          value={changed}
          onChange={({ currentTarget }) => onChanged(currentTarget.value)}
          error={errors.terms_updated_at ?? ''}
        />
        <Button variant="outline" onClick={onNow}>
          {t('terms.admin.buttons.set-to-now')}
        </Button>
      </div>
      <TextAreaField
        name="update_message"
        label={t('terms.admin.policies.update-message')}
        help={t('terms.admin.policies.update-message-help')}
        rows={3}
        defaultValue={policy?.update_message ?? ''}
        error={errors.update_message ?? ''}
      />
      <Checkbox name="optional" defaultChecked={policy?.optional ?? false}>
        {t('terms.admin.policies.optional')}
        <small>{t('terms.admin.policies.optional-help')}</small>
      </Checkbox>
      <TextAreaField
        name="additional_info"
        label={t('terms.admin.policies.additional-info')}
        help={t('terms.admin.policies.additional-info-help')}
        rows={2}
        dir="ltr"
        defaultValue={policy?.additional_info ?? '{}'}
        error={errors.additional_info ?? ''}
      />
    </>
  )
}

function DeletePolicy({ model, policy, close }: Required<PolicyModalProps>): ReactNode {
  const app = useApp()
  const { modals, t } = app
  const [isLoading, setIsLoading] = useState(false)
  const remove = async () => {
    const isConfirmed = await modals.confirm({
      title: t('terms.admin.messages.delete-policy-confirmation', { policy: policy.name }),
      text: t('terms.admin.messages.delete-policy-text'),
      confirmLabel: t('terms.admin.buttons.delete-policy'),
      isDanger: true,
    })
    if (!isConfirmed) return
    await model.remove(policy.id)
    close('deleted')
  }
  const handleClick = async () => {
    setIsLoading(true)
    await alertOnError(app, remove)
    setIsLoading(false)
  }
  return (
    <Button
      className="PolicyForm-delete"
      variant="quiet"
      isDanger
      isLoading={isLoading}
      onClick={() => void handleClick()}
    >
      {t('terms.admin.buttons.delete-policy')}
    </Button>
  )
}
