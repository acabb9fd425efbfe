/**
 * Selects the columns of a table under their schema names, so that rows have the shape of Prisma's: `createdAt` is
 * `t.created_at AS "createdAt"`. `fields` is Prisma's `…ScalarFieldEnum` of the table.
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
