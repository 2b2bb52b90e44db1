import { defineComposerExtension } from '@parley/client'
import { emojiCompletion } from './completion.tsx'
import sheet from './composer.css?url'

// The sheet of completion and picker is no part of the first view.
if (!import.meta.env.SSR) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  document.head.append(link)
}

export default defineComposerExtension({ completions: { emoji: emojiCompletion } })
