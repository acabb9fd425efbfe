import type { Json } from './json-schema'

/** A row of a field table: a parameter, or a member of a body or response. */
export type Field = {
  /** Path with dots and `[]` for nested members: `solutions[].orders[].id`. */
  readonly name: string
  readonly type: string
  /** Name of the shared schema of the type or its elements. */
  readonly schema: string | undefined
  readonly isRequired: boolean
  readonly note: string
}

/** Returns the rows of an object or list schema; shared schemas are named, not expanded. */
export function fieldsOf(schema: Json, prefix = ''): Field[] {
  const { items, properties = {}, required = [] } = schema as Parts
  if (items && !schemaOfType(items)) return fieldsOf(items, `${prefix}[].`)
  return Object.entries(properties).flatMap(([name, given]) => {
    const member = withoutNull(given)
    const line = {
      name: `${prefix}${name}`,
      type: typeOf(given),
      schema: schemaOfType(member),
      isRequired: required.includes(name),
      note: noteOf(given, member),
    }
    return [line, ...(line.schema ? [] : deeperFields(member, line.name))]
  })
}

type Parts = {
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly items?: Json
  readonly anyOf?: readonly Json[]
}

function deeperFields(schema: Json, name: string): Field[] {
  if (schema.type === 'array') return fieldsOf((schema as Parts).items ?? {}, `${name}[].`)
  return fieldsOf(schema, `${name}.`)
}

/** Unwraps a nullable schema to its other variant. */
function withoutNull(schema: Json): Json {
  const others = (schema as Parts).anyOf?.filter(({ type }) => type !== 'null')
  return others?.length === 1 ? { ...others[0] } : schema
}

function noteOf(given: Json, member: Json): string {
  const note = given.description ?? member.description ?? ''
  const value = given.default ?? member.default
  return value === undefined ? String(note) : `${note}${note ? '; ' : ''}default ${value}`
}

/** Returns the name of the shared schema that a schema or its elements refer to. */
export function schemaOfType({ $ref, items }: Json): string | undefined {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  return items ? schemaOfType(items as Json) : undefined
}

/** Returns a short name of a schema's type. */
export function typeOf(schema: Json): string {
  const { anyOf, items } = schema as Parts
  if (typeof schema.$ref === 'string') return schemaOfType(schema) ?? ''
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `${items ? typeOf(items) : 'any'}[]`
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  }
  if (schema.type === 'string') return textType(schema)
  if (schema.type === 'object' && !schema.properties && schema.additionalProperties) {
    return `map of ${typeOf(schema.additionalProperties as Json)}`
  }
  return typeof schema.type === 'string' ? schema.type : 'any'
}

const typesByPattern: readonly (readonly [RegExp, string])[] = [
  [/\{40\}\)?\$$/, 'address'],
  [/\{64\}\$$/, 'bytes32'],
  [/\{112\}\$$/, 'order uid'],
  [/^\^0x/, 'hex'],
  [/^\^\(\?:0\|\[1-9\]\[0-9\]\*\)\$$/, 'amount'],
  [/^\^\(\?:0\|\[1-9\]\[0-9\]\{/, 'whole number'],
]

function textType({ pattern, format }: Json): string {
  if (format === 'date-time') return 'ISO 8601 time'
  const [, name] = typesByPattern.find(([known]) => known.test(String(pattern ?? ''))) ?? []
  return name ?? 'string'
}
