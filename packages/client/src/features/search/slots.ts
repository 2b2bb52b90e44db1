import { createSlot } from '../../points/slots.tsx'

/** Above the discussions on the first page of results: what else a search has found. The text is not empty. */
export const ResultsSections = createSlot<{ text: string }>('ResultsSections')
