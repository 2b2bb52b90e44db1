import { describeExtension } from '@parley/testing'

describeExtension(import.meta.dirname)
