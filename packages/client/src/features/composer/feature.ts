import { defineClientExtension } from '../../points/extension.ts'
import { Overlays } from '../frame/slots.ts'
import { ComposerHost } from './ComposerHost.tsx'

/** The editor for discussions, replies and edits. See `composer.ts`. */
export const composerFeature = defineClientExtension({
  slots: [Overlays.add('composer', ComposerHost, { priority: 100 })],
})
