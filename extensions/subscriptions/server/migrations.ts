import { type Migration, sql } from '@parley/server'

const subscription: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table discussion_user add column subscription ${types.text}
      check (subscription in ('follow', 'ignore'))`.execute(db)
    // The discussions that a member follows or ignores, and the followers of a discussion.
    await sql`create index discussion_user_subscription on discussion_user (user_id, subscription, discussion_id)
      where subscription is not null`.execute(db)
    await sql`create index discussion_user_followers on discussion_user (discussion_id, user_id)
      where subscription = 'follow'`.execute(db)
  },
  async down({ db }) {
    await sql`drop index discussion_user_followers`.execute(db)
    await sql`drop index discussion_user_subscription`.execute(db)
    await sql`alter table discussion_user drop column subscription`.execute(db)
  },
}

export const subscriptionMigrations = { '001_subscription': subscription }
