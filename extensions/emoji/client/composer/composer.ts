import { defineComposerExtension } from '@parley/client'
import { emojiCompletion } from './completion.tsx'

export default defineComposerExtension({ completions: { emoji: emojiCompletion } })
