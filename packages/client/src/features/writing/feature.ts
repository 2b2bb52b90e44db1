import { defineClientExtension } from '../../base/points/extension.ts'

/** Writing where no script opens the composer. */
export const writingFeature = defineClientExtension({
  routes: { composer: { path: '/composer', page: () => import('./writing-page.tsx'), isForm: true } },
})
