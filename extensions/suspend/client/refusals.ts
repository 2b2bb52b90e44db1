import type { App } from '@parley/client'
import { isIndefinite } from '../shared.ts'
import { endInWords, ownEnd } from './suspension.ts'

/** The viewer is suspended for a limited time. */
export const limited = {
  applies(app: App): boolean {
    const end = ownEnd(app)
    return end !== undefined && !isIndefinite(end)
  },
  params(app: App) {
    const end = ownEnd(app)
    return { until: end === undefined ? '' : endInWords(end, app.clock.state.translator) }
  },
}

/** The viewer is suspended indefinitely. */
export const indefinite = {
  applies(app: App): boolean {
    const end = ownEnd(app)
    return end !== undefined && isIndefinite(end)
  },
}
