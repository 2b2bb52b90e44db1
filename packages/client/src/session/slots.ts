import { createSlot } from '../slots.tsx'
import type { FieldErrors } from '../store/api-error.ts'

/** Further controls of the sign-up form. Their names are sent as members of the body. */
export const SignUpFields = createSlot<{ errors: FieldErrors }>('SignUpFields')
