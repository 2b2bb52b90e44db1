import { defineClientExtension } from '@parley/client'

export default defineClientExtension({ markup: [{ load: () => import('./markup/index.ts') }] })
