import fc from 'fast-check'
import { networkParameter } from '@/lib/api/endpoint'
import type { Draft, Location } from './draft'
import { hostileJson, hostileText } from './hostile'
import { isRawJson, type RawJson, toJsonText } from './raw-json'

/** One change of one field. */
export type Mutation = { readonly at: Location } & (
  | { readonly change: 'set' | 'twice'; readonly value: unknown }
  | { readonly change: 'remove' }
)

/** Changes of one field or two of the places given; none where there is no place. */
export function mutationsOf(locations: readonly Location[]): fc.Arbitrary<readonly Mutation[]> {
  if (locations.length === 0) return fc.constant([])
  const one = fc.constantFrom(...locations).chain(mutationAt)
  return fc.array(one, { minLength: 1, maxLength: 2 })
}

function mutationAt(at: Location): fc.Arbitrary<Mutation> {
  const value = at.part === 'body' ? hostileJson : hostileText
  return fc.oneof(
    {
      weight: 8,
      arbitrary: value.map((given): Mutation => ({ at, change: 'set', value: given })),
    },
    {
      weight: 1,
      arbitrary: value.map((given): Mutation => ({ at, change: 'twice', value: given })),
    },
    { weight: 1, arbitrary: fc.constant<Mutation>({ at, change: 'remove' }) },
  )
}

/** The draft with the changes made. */
export function applyMutations(draft: Draft, mutations: readonly Mutation[]): Draft {
  return mutations.reduce(applyMutation, draft)
}

function applyMutation(draft: Draft, mutation: Mutation): Draft {
  const { part, name } = mutation.at
  if (part === 'body') return { ...draft, body: changeBody(draft.body, mutation) }
  if (part === 'query') {
    return { ...draft, query: { ...draft.query, [name]: changed(draft.query[name], mutation) } }
  }
  // A path cannot go without a segment or have it twice.
  const value = mutation.change === 'remove' ? '-' : mutation.value
  if (name === networkParameter) return { ...draft, network: String(value) }
  return { ...draft, params: { ...draft.params, [name]: value } }
}

function changed(before: unknown, mutation: Mutation): unknown {
  if (mutation.change === 'remove') return undefined
  return mutation.change === 'twice' ? [before ?? mutation.value, mutation.value] : mutation.value
}

/** The name '' stands for the whole body, `twice` for a key that comes two times. */
function changeBody(body: unknown, mutation: Mutation): unknown {
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

function changeElement(list: readonly unknown[], mutation: Mutation): unknown {
  const [first, ...rest] = list
  if (mutation.at.name === '[]') {
    return mutation.change === 'remove' ? rest : [mutation.value, ...rest]
  }
  return [changeBody(first, mutation), ...rest]
}
