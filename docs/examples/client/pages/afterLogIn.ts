import { defineClientExtension } from '@parley/client'

/** Greets new members. */
export default defineClientExtension({
  afterLogIn: ({ alerts, t }, { isNew }) => {
    if (isNew) alerts.show(t('greetings.forum.welcome_text'))
  },
})
