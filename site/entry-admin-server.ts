import { messages } from 'virtual:parley-messages'
import { createRenderer } from '@parley/client/entry-admin-server'
import { adminExtensions } from './admin-extensions.ts'

export const { has, open } = await createRenderer({ extensions: adminExtensions, messages })
