/** JSON text that no value of JavaScript renders to, such as `1e400` or an object with a key twice. */
export type RawJson = { readonly rawJson: string }

/** Whether a value is {@link RawJson}. */
export function isRawJson(value: unknown): value is RawJson {
  return typeof value === 'object' && value !== null && 'rawJson' in value
}

/** JSON text of a value in which {@link RawJson} may stand; keys whose value is undefined are left out. */
export function toJsonText(value: unknown): string {
  if (isRawJson(value)) return value.rawJson
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toJsonText(member)}`).join(',')}}`
}
