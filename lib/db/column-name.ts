/** Maps a field of prisma/schema.prisma to its column name. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
