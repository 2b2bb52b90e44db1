import { defineExtension, sql } from '@parley/server'

/** `bin/parley scans:count` says how many scans there are. */
export default defineExtension({
  commands: {
    'scans:count': {
      summary: 'count the scans',
      details: ['Counts the scans that members have sent.'],
      async run({ db }, { print }) {
        const { rows } = await sql<{ scans: number }>`select count(*) as scans from scans`.execute(db)
        print(`${rows[0]?.scans} scans`)
        return 0
      },
    },
  },
})
