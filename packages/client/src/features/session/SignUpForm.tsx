import type { MouseEvent, ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { type SessionFormValues, useLogInLink } from './links.ts'
import { fieldValue, SessionForm } from './SessionForm.tsx'
import { SignUpFields } from './slots.ts'

interface SignUpFormProps {
  isModal?: boolean
  values?: SessionFormValues
  /** What the visitor wants to write. */
  target?: ComposerTarget | undefined
}

/** The form to sign up. After an external log-in it needs no password, and verified values cannot be changed. */
export function SignUpForm({ isModal, values = {}, target }: SignUpFormProps): ReactNode {
  const t = useT()
  const logIn = useLogInLink({ replace: true, values: readTypedName, target })
  const { external } = values
  const plan = { isNew: true, target }
  return (
    <SessionForm
      path="/register"
      read={readSignUp}
      submitLabel={t('core.forum.sign_up.submit_button')}
      other={external ? undefined : { text: 'core.forum.sign_up.log_in_text', link: logIn }}
      isModal={isModal}
      plan={plan}
      hasExternal={!external}
    >
      {(report) => (
        <>
          {external && <p>{t('core.forum.sign_up.welcome_text')}</p>}
          <SignUpFields errors={report?.fields ?? {}} values={values} />
        </>
      )}
    </SessionForm>
  )
}

function readTypedName(event: MouseEvent): SessionFormValues {
  return { identification: fieldValue(event, 'username') || fieldValue(event, 'email') }
}

/** Returns the values of all named controls; those of boxes are true or false. */
function readSignUp(data: FormData, form: HTMLFormElement | null): object {
  data.delete('csrfToken')
  data.delete('return')
  const boxes = [...(form?.querySelectorAll<HTMLInputElement>('[type=checkbox][name]') ?? [])]
  return {
    ...Object.fromEntries(data),
    ...Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
  }
}
