import { defineClientExtension } from '../../base/points/extension.ts'
import { Overlays } from '../frame/slots.ts'
import { Notices } from './Notices.tsx'

/** Says how things stand between the page and the forum: the network, the session, the version. */
export const noticesFeature = defineClientExtension({
  slots: [Overlays.add('notices', Notices, -100)],
})
