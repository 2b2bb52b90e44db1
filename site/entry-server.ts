import { messages } from 'virtual:parley-messages'
import { createRenderer } from '@parley/client/entry-server'
import { clientExtensions } from './client-extensions.ts'

export const { has, open } = await createRenderer({ extensions: clientExtensions, messages })
