import { defineExtension, flag } from '@parley/server'

/** Each user decides whether others see what they have nominated. */
export default defineExtension({
  preferences: {
    showNominations: { schema: flag(), default: true },
  },
})
