import { defineClientExtension } from '../../base/points/extension.ts'
import { Overlays } from '../frame/slots.ts'
import { ComposerHost } from './ComposerHost.tsx'

/** Where people write. See `composer.ts`. */
export const composerFeature = defineClientExtension({
  slots: [Overlays.add('composer', ComposerHost, 100)],
})
