import { useSyncExternalStore } from 'react'

/**
 * Asks what only a browser can answer, such as whether it can copy. The server, and the browser while it hydrates the
 * page, go on as if the answer were no.
 */
export function useInBrowser(ask: () => boolean): boolean {
  return useSyncExternalStore(subscribe, ask, no)
}

const subscribe = () => () => {}
const no = () => false
