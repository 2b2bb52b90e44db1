import { type Job, type NoPayload, noPayload } from '@parley/server'
import { deleteOldPages } from './store.ts'

declare module '@parley/server' {
  interface JobTypes {
    'link-preview.clean': NoPayload
  }
}

/** Deletes what the cache has no use for any more. */
export const cleanJob: Job<NoPayload> = {
  schema: noPayload,
  every: '7,37 * * * *',
  run: (_payload, { forum, now }, { signal }) => deleteOldPages(forum, now, signal),
}
