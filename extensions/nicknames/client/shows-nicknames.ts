import { useForum } from '@parley/client'

/** Whether nicknames are the display names of this forum. Elsewhere nothing on screen mentions them. */
export function useShowsNicknames(): boolean {
  return useForum().displayNameDriver === 'nickname'
}
