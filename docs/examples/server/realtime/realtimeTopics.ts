import { defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface ResourceRows {
    polls: { id: number; is_open: boolean }
  }
}

/** Pages that show a poll follow `poll:7`: they hear of each change of the poll, if their reader sees it. */
export default defineExtension({
  realtimeTopics: { poll: { row: 'polls' } },
})
