import { sql } from 'kysely'
import type { Dialect } from '../../infrastructure/db/database.ts'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import './table.ts'

const entries: Migration = {
  async up({ db, dialect }) {
    const { types } = dialect
    await sql`create table audit_entries (
      id ${types.id},
      created_at ${types.timestamp} not null,
      actor_id ${types.integer},
      actor_name ${types.text},
      action ${types.text} not null,
      target_type ${types.text},
      target_id ${types.text},
      target_name ${types.text},
      changes ${types.text} not null,
      personal_changes ${types.text},
      omitted_fields ${types.integer} not null,
      origin ${types.text} not null,
      credential_id ${types.integer},
      ip_address ${types.text}
    )`.execute(db)
    for (const index of indexes) await sql`create index ${sql.raw(index)}`.execute(db)
    await createTriggers(db, dialect)
  },
  async down({ db, dialect }) {
    await sql`drop table audit_entries`.execute(db)
    if (dialect.name === 'postgres') await sql`drop function keep_audit_entries`.execute(db)
  },
}

const indexes = [
  'audit_entries_created_at on audit_entries (created_at, id)',
  'audit_entries_actor on audit_entries (actor_id, created_at, id)',
  'audit_entries_action on audit_entries (action, created_at, id)',
  'audit_entries_target on audit_entries (target_type, target_id, created_at, id)',
  'audit_entries_origin on audit_entries (origin, created_at, id)',
  // Filters that each select many entries may select none together: an index for each pair of them.
  'audit_entries_actor_action on audit_entries (actor_id, action, created_at, id, origin)',
  'audit_entries_actor_origin on audit_entries (actor_id, origin, created_at, id)',
  'audit_entries_action_origin on audit_entries (action, origin, created_at, id)',
  // What redaction has not reached yet.
  'audit_entries_named_actor on audit_entries (actor_id) where actor_name is not null',
  "audit_entries_named_user on audit_entries (target_id) where target_type = 'users' and target_name is not null",
]

const redactable = ['actor_name', 'target_name', 'personal_changes', 'ip_address']
const fixed = [
  ...['id', 'created_at', 'actor_id', 'action', 'target_type', 'target_id'],
  ...['changes', 'omitted_fields', 'origin', 'credential_id'],
]

const message = 'Entries of the audit log cannot be changed, or deleted before their time'

/**
 * The triggers let two kinds of statements through: deletions of entries that are older than the setting
 * `audit_log_retention_days` allows, at least 30 days, and updates that set redactable columns to null.
 */
async function createTriggers(db: Queries, { name }: Dialect): Promise<void> {
  await (name === 'sqlite' ? createSqliteTriggers(db) : createPostgresTriggers(db))
}

async function createSqliteTriggers(db: Queries): Promise<void> {
  const refuse = sql`begin select raise(abort, ${sql.lit(message)}); end`
  // Of at most four digits: a time before the year 0 would be null, which refuses nothing.
  const days = sql`(select case when length(value) between 1 and 4 and value not glob '*[^0-9]*'
    then cast(value as integer) end from settings where key = 'audit_log_retention_days')`
  await sql`create trigger audit_entries_delete before delete on audit_entries
    when old.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || max(30, coalesce(${days}, 365)) || ' days')
    ${refuse}`.execute(db)
  const changed = (column: string) => sql`new.${sql.id(column)} is not old.${sql.id(column)}`
  await sql`create trigger audit_entries_update before update on audit_entries
    when ${sql.join(fixed.map(changed), sql` or `)}
      or ${sql.join(
        redactable.map((column) => sql`(new.${sql.id(column)} is not null and ${changed(column)})`),
        sql` or `,
      )}
    ${refuse}`.execute(db)
  // "insert or replace" removes the row that has the id without a delete trigger.
  await sql`create trigger audit_entries_insert before insert on audit_entries
    when exists (select 1 from audit_entries where id = new.id)
    ${refuse}`.execute(db)
}

async function createPostgresTriggers(db: Queries): Promise<void> {
  const names = sql.lit(`{${redactable.join()}}`)
  await sql`create function keep_audit_entries() returns trigger language plpgsql as ${sql.raw('$$')}
    declare
      days bigint := (select case when value ~ '^[0-9]{1,4}$' then value::bigint end
        from settings where key = 'audit_log_retention_days');
    begin
      if tg_op = 'DELETE' then
        if old.created_at <= now() - greatest(30, coalesce(days, 365)) * interval '1 day' then return old; end if;
      elsif tg_op = 'UPDATE' then
        if to_jsonb(new) - ${names}::text[] = to_jsonb(old) - ${names}::text[]
          and jsonb_strip_nulls(to_jsonb(new)) <@ jsonb_strip_nulls(to_jsonb(old)) then return new; end if;
      end if;
      raise exception ${sql.lit(message)};
    end ${sql.raw('$$')}`.execute(db)
  await sql`create trigger audit_entries_kept before update or delete on audit_entries
    for each row execute function keep_audit_entries()`.execute(db)
  await sql`create trigger audit_entries_not_truncated before truncate on audit_entries
    for each statement execute function keep_audit_entries()`.execute(db)
}

export const auditMigrations = { '001_entries': entries }
