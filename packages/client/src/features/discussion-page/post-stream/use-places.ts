import { type RefObject, useLayoutEffect } from 'react'
import { useApp } from '../../../base/app-context.ts'
import type { PlaceKeeper } from '../../../base/router/places.ts'
import type { PostStream, StreamTarget } from './post-stream.ts'
import { placeOnScreen } from './stream-geometry.ts'
import { holdsPost } from './stream-window.ts'

/** Goes to posts that are loaded without loading the page anew, when their addresses are asked for. */
export function usePlaces(stream: PostStream, element: RefObject<HTMLElement | null>): void {
  const { router, routes } = useApp()
  useLayoutEffect(() => {
    const keeper: PlaceKeeper<StreamTarget> = {
      visit(url) {
        const match = routes.match(url)
        const { id, near } = match?.location.params ?? {}
        const number = Number(near)
        const isOfThis = match?.name === 'discussion' && id?.split('-', 1)[0] === stream.discussionId
        if (!isOfThis || !holdsPost(stream.state.window, number)) return false
        void stream.goTo({ number, isMarked: true })
        return true
      },
      current: () => (element.current === null ? undefined : placeOnScreen(element.current)),
      comeBack: (place) => void stream.goTo(place),
    }
    return router.keepPlaces(keeper)
  }, [router, routes, stream, element])
}
