import type { ComposerTarget } from '../../base/composer/composer.ts'
import { createSlot } from '../../base/points/slots.tsx'

/** Beside what the composer says it is for: the tags of a new discussion. */
export const ComposerContext = createSlot<{ target: ComposerTarget }>('ComposerContext')

/** Beside the button that sends: formatting, uploads, emoji. */
export const ComposerToolbar = createSlot<{ target: ComposerTarget }>('ComposerToolbar')
