import { defineExtension } from '@parley/server'
import { picturesFolder } from './server/pictures/kept-pictures.ts'
import { pictureRoute } from './server/pictures/route.ts'

export type * from './shared.ts'

/** Posts show cards in place of bare links. */
export default defineExtension({
  fileFolders: [picturesFolder],
  routes: [pictureRoute],
})
