import { defineExtension } from '@parley/server'
import { bells } from './services.ts'

/** The bell rings for every new account. In an extension the import is `../../../bells/contract/server.ts`. */
export default defineExtension({
  on: { 'user.registered': (_event, context) => bells.of(context).ring(context, 1) },
})
