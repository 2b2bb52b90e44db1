import { defineClientExtension } from '@parley/client'

/** `g f` opens the featured discussions. The sheet of shortcuts lists it. */
export default defineClientExtension({
  shortcuts: {
    featured: {
      keys: 'g f',
      text: 'featuring.forum.shortcuts.featured_text',
      run: ({ router }) => router.navigate('/featured'),
    },
  },
})
