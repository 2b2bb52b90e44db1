import { defineClientExtension } from '@parley/client'

declare module '@parley/shared' {
  interface Discussion {
    isFeatured?: boolean
  }
}

/** A class for the rows of featured discussions, and a color for the headings of their pages. */
export default defineClientExtension({
  appearance: {
    discussions: ({ isFeatured }) =>
      isFeatured ? { className: 'is-featured', color: 'goldenrod' } : undefined,
  },
})
