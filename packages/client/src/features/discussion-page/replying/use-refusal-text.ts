import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import type { RefusalText } from '../../../points/reply-refusals.ts'

/** The text of a reason, with its dates in the reader's time zone. */
export function useRefusalText({ text, params }: RefusalText): string {
  const app = useApp()
  return useObservable(app.clock, ({ translator }) => translator.t(text, params?.(app)))
}
