import { messages } from 'virtual:parley-messages'
import { start } from '@parley/client/entry-client'
import { clientExtensions } from './client-extensions.ts'
import '@parley/client/styles.css'

import.meta.glob('../extensions/*/{client.css,client/index.css}', { eager: true })

void start({ extensions: clientExtensions, messages })
