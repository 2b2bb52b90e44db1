import { useForum } from '../../../base/records/use-forum.ts'
import { useRouterState } from '../../../base/router/use-router.ts'
import type { App } from '../../../points/app.ts'
import { useApp } from '../../../points/app-context.ts'
import type { ListStart } from '../../../points/pages/lists.ts'

/** How a discussion is started on the shown page: as its list says, or as anywhere. */
export function startOf(app: App): Required<Pick<ListStart, 'isAllowed'>> & ListStart {
  const { location } = app.router.state.entry
  return { isAllowed: app.forum.canStartDiscussion, ...location?.list?.start?.(location, app) }
}

/** The same for components, which render again when it changes. */
export function useStart(): ReturnType<typeof startOf> {
  useRouterState()
  useForum()
  return startOf(useApp())
}
