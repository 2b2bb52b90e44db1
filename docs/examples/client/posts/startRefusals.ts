import { defineClientExtension } from '@parley/client'

/** Says why no discussions start in December, and until when. The server's half refuses them. */
export default defineClientExtension({
  startRefusals: {
    winter: {
      text: 'winter.forum.index.cannot_start_text',
      params: ({ clock }) => ({ until: new Date(Date.UTC(clock.state.now.getUTCFullYear() + 1, 0, 1)) }),
      applies: ({ clock }) => clock.state.now.getUTCMonth() === 11,
    },
  },
})
