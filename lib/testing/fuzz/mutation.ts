import fc from 'fast-check'
import { networkParameter } from '@/lib/api/declare/endpoint'
import type { Draft, Location } from './draft'
import { hostileJson, hostileText } from './hostile'
import { isRawJson, type RawJson, toJsonText } from './raw-json'
import type { Knowledge } from './schema-values'

/** One change of one field. */
export type Mutation = { readonly at: Location } & (
  | { readonly change: 'set' | 'twice'; readonly value: unknown }
  /** Replaces the value with another well-formed one. */
  | { readonly change: 'other'; readonly pick: number }
  | { readonly change: 'remove' }
)

/** Returns changes of one or two of the given fields; none if there are no fields. */
export function mutationsOf(locations: readonly Location[]): fc.Arbitrary<readonly Mutation[]> {
  if (locations.length === 0) return fc.constant([])
  const one = fc.constantFrom(...locations).chain(mutationAt)
  return fc.array(one, { minLength: 1, maxLength: 2 })
}

function mutationAt(at: Location): fc.Arbitrary<Mutation> {
  const value = at.part === 'body' ? hostileJson : hostileText
  return fc.oneof(
    { weight: 6, arbitrary: value.map((given): Mutation => ({ at, change: 'set', value: given })) },
    { weight: 3, arbitrary: fc.nat().map((pick): Mutation => ({ at, change: 'other', pick })) },
    {
      weight: 1,
      arbitrary: value.map((given): Mutation => ({ at, change: 'twice', value: given })),
    },
    { weight: 1, arbitrary: fc.constant<Mutation>({ at, change: 'remove' }) },
  )
}

/** Returns the draft with the changes applied. */
export function applyMutations(
  draft: Draft,
  mutations: readonly Mutation[],
  knowledge: Pick<Knowledge, 'texts' | 'oddities'>,
): Draft {
  const others = [...knowledge.oddities, ...knowledge.texts]
  return mutations.reduce((before, mutation) => {
    const { at } = mutation
    if (mutation.change !== 'other') return applyMutation(before, mutation)
    const value = otherThan(valueAt(before, at), { others, pick: mutation.pick })
    return applyMutation(before, { at, change: 'set', value })
  }, draft)
}

/** Returns another value of the same form: an address for an address, a uid for a uid. */
function otherThan(
  value: unknown,
  { others, pick }: { readonly others: readonly string[]; readonly pick: number },
): string {
  const length = typeof value === 'string' ? value.length : 0
  const alike = others.filter((other) => other.length === length && other !== value)
  const choice = alike.length > 0 ? alike : others
  return choice[pick % choice.length] ?? ''
}

function valueAt({ network, params, query, body }: Draft, { part, name }: Location): unknown {
  if (part === 'query') return query[name]
  if (part === 'params') return name === networkParameter ? network : params[name]
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : body
}

type Applied = Exclude<Mutation, { readonly change: 'other' }>

function applyMutation(draft: Draft, mutation: Applied): Draft {
  const { part, name } = mutation.at
  if (part === 'body') return { ...draft, body: changeBody(draft.body, mutation) }
  if (part === 'query') {
    return { ...draft, query: { ...draft.query, [name]: changed(draft.query[name], mutation) } }
  }
  // A path segment can be neither missing nor repeated.
  const value = mutation.change === 'remove' ? '-' : mutation.value
  if (name === networkParameter) return { ...draft, network: String(value) }
  return { ...draft, params: { ...draft.params, [name]: value } }
}

function changed(before: unknown, mutation: Applied): unknown {
  if (mutation.change === 'remove') return undefined
  return mutation.change === 'twice' ? [before ?? mutation.value, mutation.value] : mutation.value
}

/** The name '' stands for the whole body; `twice` repeats a key. */
function changeBody(body: unknown, mutation: Applied): unknown {
  const { name } = mutation.at
  if (name === '') return mutation.change === 'remove' ? undefined : mutation.value
  if (typeof body !== 'object' || body === null || isRawJson(body)) return body
  if (Array.isArray(body)) return changeElement(body, mutation)
  if (mutation.change !== 'twice') return { ...body, [name]: changed(undefined, mutation) }
  const members = toJsonText(body).slice(1, -1)
  const again = `${JSON.stringify(name)}:${toJsonText(mutation.value)}`
  const text: RawJson = { rawJson: `{${members === '' ? again : `${members},${again}`}}` }
  return text
}

function changeElement(list: readonly unknown[], mutation: Applied): unknown {
  const [first, ...rest] = list
  if (mutation.at.name === '[]') {
    return mutation.change === 'remove' ? rest : [mutation.value, ...rest]
  }
  return [changeBody(first, mutation), ...rest]
}
