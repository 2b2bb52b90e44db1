import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { createSlot } from '../../points/slots.tsx'

/** Beside the composer's title: the tags of a new discussion. */
export const ComposerContext = createSlot<{ target: ComposerTarget }>('ComposerContext')

/** Beside the submit button: formatting, uploads, emoji. */
export const ComposerToolbar = createSlot<{ target: ComposerTarget }>('ComposerToolbar')
