import type pg from 'pg'

/** Bytes of a table or index up to which deleting its rows is faster than making it again. */
const largest = 262_144

/**
 * What tells whether the schema is the one that was kept: any change of it gives a row of these catalogues another
 * transaction. Statistics and settings count too, and so do large tables.
 */
const fingerprint = `
  select md5(string_agg(part, ',' order by part)) from (
    select 'class ' || oid || ' ' || xmin from pg_class where relnamespace = 'public'::regnamespace
    union all select 'function ' || oid || ' ' || xmin from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'constraint ' || oid || ' ' || xmin from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger ' || oid || ' ' || xmin from pg_trigger where not tgisinternal
    union all select 'type ' || oid || ' ' || xmin from pg_type where typnamespace = 'public'::regnamespace
    union all select 'schema ' || nspname from pg_namespace where nspname not like 'pg\\_%'
    union all select 'statistics ' || starelid from pg_statistic join pg_class on pg_class.oid = starelid
      where relnamespace = 'public'::regnamespace
    union all select 'setting ' || setdatabase from pg_db_role_setting
      join pg_database on pg_database.oid = setdatabase where datname = current_database()
    union all select 'large ' || oid from pg_class
      where relnamespace = 'public'::regnamespace and pg_relation_size(oid) > ${largest}
  ) as parts (part)`

/** Keeps the rows that a database has now, for `deleteChanges`. */
export async function keepState(client: pg.Client): Promise<void> {
  await client.query('create schema kept')
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`)
  const inserts: string[] = []
  for (const { name, columns } of tables) {
    const { rowCount } = await client.query(
      `create table kept.${name} as select ${columns} from public.${name}`,
    )
    if (!rowCount) await client.query(`drop table kept.${name}`)
    else
      inserts.push(
        `insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
      )
  }
  const { rows: sequences } = await client.query<{ statement: string }>(`
    select format('select setval(%L, %s, %L)', format('public.%I', sequencename), coalesce(last_value, start_value),
      last_value is not null) as statement
    from pg_sequences where schemaname = 'public'`)
  const script = [
    'set local session_replication_role = replica',
    ...tables.map(({ name }) => `delete from public.${name}`),
    ...inserts,
    ...sequences.map(({ statement }) => statement),
  ]
  await client.query('create table kept.state (fingerprint text, script text)')
  await client.query(`insert into kept.state values ((${fingerprint}), $1)`, [script.join(';\n')])
}

/**
 * Gives a database the rows again that it had at `keepState`. False, and nothing done, when its schema has changed
 * or it holds much.
 */
export async function deleteChanges(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ script: string }>(
    `select script from kept.state where fingerprint = (${fingerprint})`,
  )
  const [kept] = rows
  if (kept) await client.query(`begin;\n${kept.script};\ncommit`)
  return kept !== undefined
}
