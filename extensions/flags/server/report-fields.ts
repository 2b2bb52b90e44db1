import { text } from '@parley/server'

/** What a report may say. */
export const reportFields = {
  reason: text({ max: 255, required: false }),
  reasonDetail: text({ max: 2000, required: false }),
}
