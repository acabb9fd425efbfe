import type { Pool } from 'pg'

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
export async function rememberSchema(copy: Pool): Promise<void> {
  untouched ??= await readSchema(copy)
}

/**
 * Deletes all rows, including those of the job queue, and restarts all sequences; returns false if a test changed
 * the schema.
 */
export async function emptyDatabase(used: Pool): Promise<boolean> {
  try {
    await used.query(empty)
    return (await readSchema(used)) === untouched
  } catch {
    return false
  }
}

// Replica mode skips the triggers that forbid TRUNCATE. The size of a file tells whether a table was filled: querying
// each table would load its definition.
const empty = `
  DO $$
  DECLARE
    filled text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    SELECT string_agg(format('%s.%I', relnamespace::regnamespace, relname), ', ') INTO filled FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) AND relkind = 'r'
      AND relname NOT IN ('_prisma_migrations', 'migrations') AND pg_relation_size(oid) > 0;
    IF filled IS NOT NULL THEN
      EXECUTE 'TRUNCATE ' || filled || ' CASCADE';
    END IF;
    PERFORM setval(seqrelid::regclass, seqstart, false) FROM pg_sequence;
  END $$`

// Each change of a definition has a new xmin.
const schema = `
  SELECT concat_ws(',',
    (SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_'),
    (SELECT sum(pg_attribute.xmin::text::bigint) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace),
    (SELECT sum(xmin::text::bigint) FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT sum(xmin::text::bigint) FROM pg_trigger),
    (SELECT sum(xmin::text::bigint) FROM _prisma_migrations)
  ) AS schema`

async function readSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(schema)
  return rows[0]?.schema ?? ''
}
