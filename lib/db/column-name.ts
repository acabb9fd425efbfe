/** The name in the database of a field of prisma/schema.prisma. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
