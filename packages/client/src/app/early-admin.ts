import { recordEarlyClicks } from '../features/frame/early-clicks.ts'

// Built as one classic script in the head of the administration area, which runs before the first paint.
recordEarlyClicks()
