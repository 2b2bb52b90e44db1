import { defineClientExtension } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({})
