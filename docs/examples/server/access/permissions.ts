import { defineExtension } from '@parley/server'

/** Members may nominate a discussion; administrators grant it to other groups. Policies ask for `nominate`. */
export default defineExtension({
  permissions: {
    'discussion.nominate': {
      default: ['member'],
      section: 'reply',
      label: 'nominations.admin.permissions.nominate_label',
      requires: ['viewForum'],
      ability: { type: 'discussions', name: 'nominate' },
    },
  },
})
