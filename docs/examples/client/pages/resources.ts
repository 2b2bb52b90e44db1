import { defineClientExtension } from '@parley/client'

/** The store keeps resources of the type `rooms`, which the server declares. */
export default defineClientExtension({
  resources: ['rooms'],
})
