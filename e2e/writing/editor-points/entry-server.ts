import { messages } from 'virtual:parley-messages'
import { createRenderer } from '@parley/client/entry-server'
import { clientExtensions } from '../../../site/client-extensions.ts'
import editorPoints from './editor-points/client.tsx'
import { withTexts } from './texts.ts'

export const { has, open } = await createRenderer({
  extensions: { ...clientExtensions, 'editor-points': editorPoints },
  messages: withTexts(messages),
})
