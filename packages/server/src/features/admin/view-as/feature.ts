import { defineExtension } from '../../../points/extension.ts'
import { viewAsActions } from './audit.ts'
import { viewAsRoute } from './route.ts'

/** Views of the forum as a member or a group, for administrators. `engine/http/view-as-guard.ts` bounds what they can do. */
export const viewAsFeature = defineExtension({
  audit: viewAsActions,
  routes: [viewAsRoute],
})
