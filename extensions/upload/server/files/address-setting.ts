import { z } from 'zod'

/** The schema of such a setting: an address without a query, read without the slashes at its end; null for none. */
export function addressSetting(): z.ZodType<string | null> {
  return z
    .string()
    .max(500)
    .nullable()
    .transform((text, context) => {
      const address = (text ?? '').trim().replace(/\/+$/, '')
      if (address === '') return null
      const isAddress = /^https?:\/\/[^\s"<>\\^`{|}?#@[\]]+$/i.test(address) && URL.canParse(address)
      if (isAddress) return address
      context.addIssue({
        code: 'custom',
        params: { rule: 'upload.api.settings.cdn_url_message', ownKey: true },
      })
      return z.NEVER
    })
}
