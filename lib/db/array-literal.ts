/**
 * Formats numbers, addresses and hashes as one PostgreSQL array for a parameter such as `$1::numeric[]`. Prisma takes
 * longer to serialize an array of values than the database to store them.
 */
export function arrayLiteral(values: readonly (bigint | number | `0x${string}`)[]): string {
  return `{${values.join(',')}}`
}
