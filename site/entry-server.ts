import { messages } from 'virtual:parley-messages'
import { createRenderer } from '@parley/client/entry-server'
import { clientExtensions } from './client-extensions.ts'

export const { has, plan, render } = await createRenderer({ extensions: clientExtensions, messages })
