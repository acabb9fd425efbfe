/**
 * Selects columns of a table under their names in the schema, so that a row is what Prisma itself gives:
 * `createdAt` is `t.created_at AS "createdAt"`. `fields` are the table's of Prisma's `…ScalarFieldEnum`.
 */
export function selectColumns(
  table: string,
  fields: Readonly<Record<string, string>>,
  prefix = '',
): string {
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const select = (name: string) => `${table}.${column(name)} AS "${prefix}${name}"`
  return Object.keys(fields).map(select).join(', ')
}
