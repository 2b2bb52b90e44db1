import { createSlot, type ListPageProps } from '@parley/client'

/** In place of an empty list of followed discussions. Its one item is loaded with the page. */
export const FollowingEmpty = createSlot<ListPageProps>('FollowingEmpty')
