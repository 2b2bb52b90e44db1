import { defineClientExtension } from '../../base/points/extension.ts'
import { Overlays } from '../frame/slots.ts'
import { StatusAlerts } from './StatusAlerts.tsx'

/** Says how things stand between the page and the forum: the network, the session, the version. */
export const noticesFeature = defineClientExtension({
  slots: [Overlays.add('notices', StatusAlerts, -100)],
})
