import { dateTime } from '@parley/server'
import { z } from 'zod'

/** An address of the web; '' and null for none. */
export const webAddress = z
  .string()
  .max(2000)
  .nullable()
  .transform((address) => address?.trim() || null)
  .refine((address) => address === null || isWebAddress(address), {
    params: { rule: 'terms.api.url_message', ownKey: true },
  })

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(address) && !/\s/.test(address) && URL.canParse(address)
}

/** A time before now, so that an answer of now is later; '' and null for none. The caller compares it with the clock. */
export const pastTime = z.preprocess((value) => (value === '' ? null : value), dateTime().nullable())
