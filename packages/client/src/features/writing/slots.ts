import { createSlot } from '../../points/slots.tsx'
import type { FieldErrors } from '../../store/api-error.ts'

export interface WritingFormProps {
  /** The values of the form that was refused; lists are joined by commas. */
  values: Readonly<Record<string, string>>
  /** Errors of the form that was refused, by field. */
  errors: FieldErrors
}

/**
 * Fields of the form that starts a discussion without scripts. A field with the name of a relation of discussions sends
 * ids for it: `tags[]`. Items belong in `screenSlots.composer`.
 */
export const WritingFormFields = createSlot<WritingFormProps>('WritingFormFields')
