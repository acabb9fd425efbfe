import fc from 'fast-check'
import { z } from 'zod'

/**
 * Real values: by field name, and texts from which the pattern of a schema
 * selects those that match.
 */
export type Knowledge = {
  /** Keys are `endpoint.field` or `field`. */
  readonly fields: Readonly<Record<string, fc.Arbitrary<unknown>>>
  readonly texts: readonly string[]
  /** Well-formed but unusable values: tokens that cannot be traded, wallets that misbehave. */
  readonly oddities: readonly string[]
}

type Json = { readonly [key: string]: unknown }

type Place = {
  readonly knowledge: Knowledge
  /** Name of the endpoint, for knowledge specific to its fields. */
  readonly endpoint: string
  readonly definitions: Json
}

/** Weight of a known value against a generated one, of 20. */
const knownWeight = 19

/** Returns values that `schema` accepts, in wire form; rules between fields are ignored. */
export function valuesOf(
  schema: z.ZodType,
  { knowledge, endpoint }: Pick<Place, 'knowledge' | 'endpoint'>,
): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  const place = { knowledge, endpoint, definitions: (json.$defs ?? {}) as Json }
  return arbitraryOf(json as Json, place, '')
}

function arbitraryOf(schema: Json, place: Place, name: string): fc.Arbitrary<unknown> {
  const { fields, texts } = place.knowledge
  const known = fields[`${place.endpoint}.${name}`] ?? fields[name]
  if (known) return known
  const { pattern } = schema
  if (typeof pattern !== 'string') return plainValues(schema, place, name)
  const expression = new RegExp(pattern)
  const fitting = texts.filter((text) => expression.test(text))
  const any = fc.stringMatching(expression)
  if (fitting.length === 0) return any
  return fc.oneof(
    { weight: knownWeight, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: any },
  )
}

function plainValues(schema: Json, place: Place, name: string): fc.Arbitrary<unknown> {
  const { $ref, const: constant, enum: members, anyOf, oneOf, type } = schema
  if (typeof $ref === 'string') {
    const target = place.definitions[$ref.replace('#/$defs/', '')] as Json | undefined
    return target ? arbitraryOf(target, place, name) : fc.jsonValue({ maxDepth: 2 })
  }
  if (constant !== undefined) return fc.constant(constant)
  if (Array.isArray(members)) return fc.constantFrom(...members)
  const choices = (anyOf ?? oneOf) as readonly Json[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, place, name)))
  if (type === 'object') return objectValues(schema, place)
  if (type === 'array') return arrayValues(schema, place, name)
  return scalarValues(schema)
}

function scalarValues({ type, minimum, maximum, minLength, maxLength }: Json) {
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer') {
    const min = Math.max(Number(minimum ?? 0), Number.MIN_SAFE_INTEGER)
    const max = Math.min(Number(maximum ?? 2 ** 31), Number.MAX_SAFE_INTEGER)
    return fc.integer({ min, max })
  }
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (type === 'string') {
    const length = { minLength: Number(minLength ?? 0), maxLength: Number(maxLength ?? 40) }
    return fc.string(length)
  }
  return fc.jsonValue({ maxDepth: 2 })
}

function arrayValues({ items, minItems, maxItems }: Json, place: Place, name: string) {
  const minLength = Number(minItems ?? 0)
  const maxLength = Math.min(Number(maxItems ?? 5), minLength + 5)
  return fc.array(arbitraryOf((items ?? {}) as Json, place, name), { minLength, maxLength })
}

/** Optional fields are present one time in four, so that most requests are plain. */
function objectValues(schema: Json, place: Place): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = new Set((schema.required ?? []) as readonly string[])
  const members = properties.map(([name, property]) => {
    const value = arbitraryOf(property, place, name)
    return [name, required.has(name) ? value : rarely(value)] as const
  })
  return fc.record(Object.fromEntries(members))
}

function rarely(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}

/**
 * Returns the field names of an object schema, including those of its unions; `[]` is the first
 * element of a list.
 */
export function fieldNames(schema: z.ZodType | undefined): readonly string[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  const definitions = (json.$defs ?? {}) as Json
  const names = (part: Json): string[] => {
    if (typeof part.$ref === 'string') {
      return names((definitions[part.$ref.replace('#/$defs/', '')] ?? {}) as Json)
    }
    const choices = (part.anyOf ?? part.oneOf ?? []) as readonly Json[]
    const members = part.type === 'array' ? ['[]', ...names((part.items ?? {}) as Json)] : []
    return [...Object.keys((part.properties ?? {}) as Json), ...members, ...choices.flatMap(names)]
  }
  return [...new Set(names(json as Json))]
}
