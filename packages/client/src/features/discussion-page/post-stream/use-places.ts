import { type RefObject, useLayoutEffect } from 'react'
import type { PlaceKeeper } from '../../../base/router/places.ts'
import { useApp } from '../../../points/app-context.ts'
import type { PostStream, StreamTarget } from './post-stream.ts'
import { placeOnScreen } from './stream-geometry.ts'
import { holdsPost } from './stream-window.ts'

/** In-page navigation to loaded posts: their addresses scroll instead of loading the page. */
export function usePlaces(stream: PostStream, element: RefObject<HTMLElement | null>): void {
  const { router, routes } = useApp()
  useLayoutEffect(() => {
    const keeper: PlaceKeeper<StreamTarget> = {
      goTo(url) {
        const match = routes.match(url)
        const { id, near } = match?.location.params ?? {}
        const number = Number(near)
        const isSameDiscussion = match?.name === 'discussion' && id?.split('-', 1)[0] === stream.discussionId
        if (!isSameDiscussion || !holdsPost(stream.state.window, number)) return false
        void stream.goTo({ number, isMarked: true })
        return true
      },
      current: () => (element.current === null ? undefined : placeOnScreen(element.current)),
      restore: (place) => void stream.goTo(place),
    }
    return router.keepPlaces(keeper)
  }, [router, routes, stream, element])
}
