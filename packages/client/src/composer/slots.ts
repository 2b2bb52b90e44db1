import { createSlot } from '../slots.tsx'
import type { ComposerTarget } from './composer.ts'

/** Beside what the composer says it is for: the tags of a new discussion. */
export const ComposerContext = createSlot<{ target: ComposerTarget }>('ComposerContext')

/** Beside the button that sends: formatting, uploads, emoji. */
export const ComposerToolbar = createSlot<{ target: ComposerTarget }>('ComposerToolbar')
