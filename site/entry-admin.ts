import { messages } from 'virtual:parley-messages'
import { start } from '@parley/client/entry-admin'
import { adminExtensions } from './admin-extensions.ts'
import '@parley/client/admin.css'

import.meta.glob('../extensions/*/{admin.css,admin/index.css}', { eager: true })

const loadForumExtensions = async () => (await import('./forum-extensions.ts')).clientExtensions

void start({ extensions: adminExtensions, messages, loadForumExtensions })
