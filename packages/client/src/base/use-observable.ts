import { useSyncExternalStore } from 'react'
import type { Observable } from '../store/observable.ts'

/** The state of an observable; its changes rerender the component. */
export function useObservable<State>(observable: Observable<State>): State
/**
 * What `select` reads from the state. Only its changes rerender the component, so that `select` must return the same
 * value for the same state: a member or a primitive, no new object.
 */
export function useObservable<State, Selected>(
  observable: Observable<State>,
  select: (state: State) => Selected,
): Selected
export function useObservable(
  observable: Observable<unknown>,
  select: (state: unknown) => unknown = (state) => state,
): unknown {
  return useSyncExternalStore(
    observable.subscribe,
    () => select(observable.state),
    () => select(observable.serverState),
  )
}
