import { createSlot } from '../../points/slots.tsx'

/** Parts of the dashboard, below the statistics: sections with a heading of the second level. */
export const DashboardParts = createSlot<Record<never, never>>('DashboardParts')
