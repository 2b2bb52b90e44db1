import { createSlot } from '../../points/slots.tsx'

/** Parts of the dashboard, below the statistics: `DashboardPart`s. */
export const DashboardParts = createSlot<Record<never, never>>('DashboardParts')
