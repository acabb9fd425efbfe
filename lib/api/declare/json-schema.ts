import { z } from 'zod'

/** A JSON object, such as a schema or the OpenAPI document. */
export type Json = { [key: string]: unknown }

type Direction = 'input' | 'output'

/** Converts a zod schema to JSON Schema (2020-12). Schemas with an id are added to `schemas` and referenced. */
export function schemaOf(schema: z.ZodType, io: Direction, schemas: Json): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  for (const [id, { id: _id, ...definition }] of Object.entries($defs ?? {})) {
    schemas[id] = toComponents(definition)
  }
  const { id, ...plain } = toComponents(own)
  if (typeof id !== 'string') return plain
  schemas[id] = plain
  return { $ref: `#/components/schemas/${id}` }
}

function toComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** Converts a zod schema to JSON Schema with all references inlined, for field tables. */
export function inlineSchemaOf(schema: z.ZodType, io: Direction): Json {
  const schemas: Json = {}
  return fillIn(schemaOf(schema, io, schemas), schemas) as Json
}

function fillIn(part: unknown, schemas: Json): unknown {
  if (Array.isArray(part)) return part.map((item) => fillIn(item, schemas))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...rest } = part as Json
  const target = typeof $ref === 'string' ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : {}
  const whole = { ...(target as Json), ...rest }
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [key, fillIn(value, schemas)]),
  )
}
