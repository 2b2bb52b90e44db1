import { messages } from 'virtual:parley-messages'
import { start } from '@parley/client/entry-client'
import { clientExtensions } from '../../../site/client-extensions.ts'
import editorPoints from './editor-points/client.tsx'
import { withTexts } from './texts.ts'
import '@parley/client/styles.css'

void start({
  extensions: { ...clientExtensions, 'editor-points': editorPoints },
  messages: withTexts(messages),
})
