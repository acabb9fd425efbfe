import type { Client } from 'pg'

// Emptying a database takes a tenth of the time of copying the template.

const free: string[] = []
let untouched: string | undefined

/** Keeps the name of an unused database for reuse. */
export function keepUsedDatabase(name: string): void {
  free.push(name)
}

/** Takes the name of a database kept by {@link keepUsedDatabase}; each name is returned once. */
export function takeUsedDatabase(): string | undefined {
  return free.pop()
}

/** Stores the schema of a freshly copied database, once. */
export async function rememberSchema(copy: Client): Promise<void> {
  untouched ??= await readSchema(copy)
}

/**
 * Deletes all rows, including those of the job queue, and restarts all sequences; returns false if a test changed
 * the schema.
 */
export async function emptyDatabase(used: Client): Promise<boolean> {
  try {
    await used.query(empty)
    return (await readSchema(used)) === untouched
  } catch {
    return false
  }
}

// Replica mode skips the triggers that forbid TRUNCATE.
const empty = `
  DO $$
  DECLARE
    name text;
    is_filled boolean;
    filled text[] := '{}';
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
      SELECT format('%s.%I', relnamespace::regnamespace, relname) FROM pg_class
      WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) AND relkind = 'r'
        AND relname NOT IN ('_prisma_migrations', 'migrations')
    LOOP
      EXECUTE 'SELECT EXISTS (SELECT 1 FROM ' || name || ')' INTO is_filled;
      IF is_filled THEN filled := filled || name; END IF;
    END LOOP;
    IF cardinality(filled) > 0 THEN
      EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE';
    END IF;
    PERFORM setval(seqrelid::regclass, seqstart, false) FROM pg_sequence;
  END $$`

const schema = `
  SELECT md5(concat(
    (SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_'),
    (SELECT string_agg(row(attrelid::regclass, attname, atttypid, atttypmod, attnotnull, atthasdef)::text,
                       ',' ORDER BY attrelid::regclass::text, attnum)
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND attnum > 0),
    (SELECT string_agg(row(conrelid::regclass, conname, contype, convalidated)::text,
                       ',' ORDER BY conrelid::regclass::text, conname)
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT string_agg(row(tgrelid::regclass, tgname, tgenabled)::text,
                       ',' ORDER BY tgrelid::regclass::text, tgname)
     FROM pg_trigger WHERE NOT tgisinternal),
    (SELECT string_agg(applied::text, ',' ORDER BY id) FROM _prisma_migrations applied)
  )) AS schema`

async function readSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(schema)
  return rows[0]?.schema ?? ''
}
