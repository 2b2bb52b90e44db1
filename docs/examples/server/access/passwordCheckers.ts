import { defineExtension } from '@parley/server'

/** Refuses every password of an account whose name begins with `robot-`: programs use API keys. */
export default defineExtension({
  passwordCheckers: {
    robots: (_password, { username }) => (username.startsWith('robot-') ? false : undefined),
  },
})
