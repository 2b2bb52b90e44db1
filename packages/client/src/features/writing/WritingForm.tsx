import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { InputField, TextAreaField } from '../../ui/forms/Field.tsx'
import { FormError } from '../session/FormError.tsx'
import { postedReport } from '../session/posted-report.ts'
import { WritingFormFields } from './slots.ts'

interface WritingFormProps {
  /** Path below the base path that takes the form. */
  action: string
  /** Whether the form has a title. */
  hasTitle?: boolean
  contentLabel: string
  submitLabel: string
}

/** A form to write without the composer. The browser posts it, even with scripts. */
export function WritingForm({ action, hasTitle, contentLabel, submitLabel }: WritingFormProps): ReactNode {
  const app = useApp()
  const { t, href, boot } = app
  const report = postedReport(app)
  return (
    <form className="SessionForm WritingForm" method="post" action={href(action)}>
      <FormError report={report} />
      {hasTitle && (
        <InputField
          label={t('core.forum.composer_discussion.title_placeholder')}
          name="title"
          defaultValue={boot.form?.values.title}
          minLength={3}
          maxLength={80}
          autoComplete="off"
          required
          error={report?.fields.title}
        />
      )}
      {hasTitle && <WritingFormFields values={boot.form?.values ?? {}} errors={report?.fields ?? {}} />}
      <TextAreaField
        label={contentLabel}
        name="content"
        rows={8}
        defaultValue={boot.form?.values.content}
        required
        error={report?.fields.content}
      />
      <input type="hidden" name="csrfToken" value={boot.session.csrfToken} />
      <div>
        <Button type="submit" variant="primary">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
