import { createSlot } from '../../points/slots.tsx'
import type { FieldErrors } from '../../store/api-error.ts'
import type { SessionFormValues } from './links.ts'

export interface SignUpProps {
  /** Errors of the last submission, by field. */
  errors: FieldErrors
  /** What the form begins with; `external` after a log-in at another site. */
  values: SessionFormValues
}

/**
 * The controls of the sign-up form: `SessionField`s. Their names are sent as members of the body, those of boxes
 * with true or false. Core: username 100,
 * email 90, password 80. Items of `screenSlots.register` are loaded with the form, wherever it opens.
 */
export const SignUpFields = createSlot<SignUpProps>('SignUpFields')

/** Buttons to log in or sign up with an account of another site, above both forms: `ExternalLogInButton`s. */
export const LogInButtons = createSlot<Record<never, never>>('LogInButtons')
