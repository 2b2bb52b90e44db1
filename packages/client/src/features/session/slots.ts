import { createSlot } from '../../points/slots.tsx'
import type { FieldErrors } from '../../store/api-error.ts'

/** Further controls of the sign-up form. Their names are sent as members of the body. */
export const SignUpFields = createSlot<{ errors: FieldErrors }>('SignUpFields')

/** Buttons to log in or sign up with an account of another site, above both forms: `ExternalLogInButton`s. */
export const LogInButtons = createSlot<Record<never, never>>('LogInButtons')
