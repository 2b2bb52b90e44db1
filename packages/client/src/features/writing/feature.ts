import { defineClientExtension } from '../../points/extension.ts'

/** The page to write without scripts, which the composer needs. */
export const writingFeature = defineClientExtension({
  routes: { composer: { path: '/composer', page: () => import('./writing-page.tsx'), isForm: true } },
})
