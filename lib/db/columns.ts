/**
 * Selects the columns of a table under their schema names, so that rows have the shape of Prisma's: `createdAt` is
 * `t.created_at AS "createdAt"`. `fields` is Prisma's `…ScalarFieldEnum` of the table.
 */
export function selectColumns(
  table: string,
  fields: Readonly<Record<string, string>>,
  prefix = '',
): string {
  const select = (name: string) => `${table}.${columnName(name)} AS "${prefix}${name}"`
  return Object.keys(fields).map(select).join(', ')
}

/** Maps a field of prisma/schema.prisma to its column name. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/**
 * Formats numbers, addresses and hashes as one PostgreSQL array for a parameter such as `$1::numeric[]`. Prisma takes
 * longer to serialize an array of values than the database to store them.
 */
export function arrayLiteral(values: readonly (bigint | number | `0x${string}`)[]): string {
  return `{${values.join(',')}}`
}
