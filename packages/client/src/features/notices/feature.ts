import { defineClientExtension } from '../../points/extension.ts'
import { Overlays } from '../frame/slots.ts'
import { StatusAlerts } from './StatusAlerts.tsx'

/** Alerts about the network, the session and the version of the forum. */
export const noticesFeature = defineClientExtension({
  slots: [Overlays.add('notices', StatusAlerts, { priority: -100 })],
})
