import type pg from 'pg'

/** Size in bytes up to which deleting a table's rows is faster than creating the table again. */
const maxSize = 262_144

/**
 * SQL for a hash that changes with the schema: any change gives a row of these catalogues another transaction id. The
 * hash also covers statistics, settings and large tables.
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
      where relnamespace = 'public'::regnamespace and pg_relation_size(oid) > ${maxSize}
  ) as parts (part)`

/**
 * Saves the current rows of a database for `restoreState`, in the comment of its schema, where queries on tables do not
 * see them.
 */
export async function saveState(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select format('public.%I', relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`)
  const inserts: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(saved)::text as rows from ${name} as saved`,
    )
    const [saved] = rows
    if (!saved?.rows) continue
    const literal = client.escapeLiteral(saved.rows)
    inserts.push(
      `insert into ${name} (${columns}) overriding system value ` +
        `select ${columns} from json_populate_recordset(null::${name}, ${literal})`,
    )
  }
  const { rows: sequences } = await client.query<{ statement: string }>(`
    select format('select setval(%L, %s, %L)', format('public.%I', sequencename), coalesce(last_value, start_value),
      last_value is not null) as statement
    from pg_sequences where schemaname = 'public'`)
  const script = [
    'set local session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
    ...inserts,
    ...sequences.map(({ statement }) => statement),
  ]
  const { rows } = await client.query<{ found: string }>(`select (${fingerprint}) as found`)
  const state: State = { fingerprint: rows[0]?.found ?? '', script: script.join(';\n') }
  await client.query(`comment on schema public is ${client.escapeLiteral(JSON.stringify(state))}`)
}

interface State {
  fingerprint: string
  script: string
}

/**
 * Restores the rows that a database had at `saveState`. Returns false, without changes, if its schema has changed or its
 * tables are large.
 */
export async function restoreState(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string; state: string | null }>(
    `select (${fingerprint}) as found, obj_description('public'::regnamespace, 'pg_namespace') as state`,
  )
  const [{ found, state } = { found: '', state: null }] = rows
  const saved: Partial<State> = state?.startsWith('{') ? JSON.parse(state) : {}
  if (saved.script === undefined || saved.fingerprint !== found) return false
  await client.query(`begin;\n${saved.script};\ncommit`)
  return true
}
