/** JSON text that no JavaScript value serializes to, such as `1e400` or an object with a duplicate key. */
export type RawJson = { readonly rawJson: string }

/** Returns whether a value is {@link RawJson}. */
export function isRawJson(value: unknown): value is RawJson {
  return typeof value === 'object' && value !== null && 'rawJson' in value
}

/** Serializes a value that may contain {@link RawJson}; omits keys whose value is undefined. */
export function toJsonText(value: unknown): string {
  if (isRawJson(value)) return value.rawJson
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toJsonText(member)}`).join(',')}}`
}
