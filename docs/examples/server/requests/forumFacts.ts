import { defineExtension } from '@parley/server'

/** Another accent color in December. What a later extension declares takes the place of what the core declares. */
export default defineExtension({
  forumFacts: {
    resource: 'forums',
    viewPermission: 'viewForum',
    facts: () => ({
      title: 'The winter forum',
      description: null,
      theme: { accent: '#0a6b8a', tint: null, isDark: false, hasColoredHeader: false },
      icon: null,
      logo: null,
      css: null,
    }),
  },
})
