import { messages } from 'virtual:parley-messages'
import { start } from '@parley/client/entry-admin'
import { adminExtensions } from './admin-extensions.ts'
import '@parley/client/admin.css'

import.meta.glob('../extensions/*/{admin.css,admin/index.css}', { eager: true })

void start({ extensions: adminExtensions, messages })
