import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** Part of an account's state as `prestateTracer` returns it. */
export type AccountState = {
  readonly balance?: Hex
  readonly nonce?: number
  readonly code?: Hex
  readonly storage?: Readonly<Record<Hex, Hex>>
}

/** A result of `prestateTracer` in diff mode: the changed state before and after a transaction. */
export type StateTrace = {
  readonly pre: Readonly<Record<Address, AccountState>>
  readonly post: Readonly<Record<Address, AccountState>>
}

/** A value before a bundle and after its transactions so far. */
type Change = { readonly original: Hex; readonly dirty: Hex }

type AccountChange = {
  readonly balance?: Change | undefined
  readonly nonce?: Change | undefined
  readonly code?: Change | undefined
  readonly storage: ReadonlyMap<Hex, Change>
}

/** Changes by the transactions so far, per account. */
export type StateChanges = ReadonlyMap<Address, AccountChange>

/** An account's changes in the format of the reference API; balance, nonce and code are listed by name. */
export type StateDiff = {
  readonly address: Address
  readonly soltype: null
  readonly original: Readonly<Record<string, Hex>>
  readonly dirty: Readonly<Record<string, Hex>>
  readonly raw: readonly {
    readonly address: Address
    readonly key: Hex
    readonly original: Hex
    readonly dirty: Hex
  }[]
}

const zeroWord: Hex = `0x${'0'.repeat(64)}`

/** Adds the changes of one more transaction: keeps the first `original` and the latest `dirty`. */
export function addTrace(changes: StateChanges, { pre, post }: StateTrace): StateChanges {
  const next = new Map(changes)
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)]) as Set<Address>) {
    const [before, after] = [pre[address] ?? {}, post[address] ?? {}]
    next.set(address, addAccount(changes.get(address), before, after))
  }
  return next
}

function addAccount(
  known: AccountChange | undefined,
  before: AccountState,
  after: AccountState,
): AccountChange {
  return {
    balance: addValue(known?.balance, before.balance ?? '0x0', after.balance),
    nonce: addValue(known?.nonce, hexOf(before.nonce ?? 0), hexOf(after.nonce)),
    code: addValue(known?.code, before.code ?? '0x', after.code),
    storage: addStorage(known?.storage ?? new Map(), before.storage ?? {}, after.storage ?? {}),
  }
}

/** The tracer omits a slot that holds zero. */
function addStorage(
  known: AccountChange['storage'],
  before: Readonly<Record<Hex, Hex>>,
  after: Readonly<Record<Hex, Hex>>,
): AccountChange['storage'] {
  const storage = new Map(known)
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<Hex>) {
    const change = addValue(known.get(key), before[key] ?? zeroWord, after[key] ?? zeroWord)
    if (change) storage.set(key, change)
  }
  return storage
}

function addValue(
  known: Change | undefined,
  before: Hex,
  after: Hex | undefined,
): Change | undefined {
  if (after === undefined) return known
  return { original: known?.original ?? before, dirty: after }
}

function hexOf(value: number): Hex
function hexOf(value: number | undefined): Hex | undefined
function hexOf(value: number | undefined): Hex | undefined {
  return value === undefined ? undefined : `0x${value.toString(16)}`
}

/** Converts the changes to state overrides for the next transaction. */
export function stateOverrides(changes: StateChanges): Record<Address, object> {
  return Object.fromEntries(
    [...changes].map(([address, { balance, nonce, code, storage }]) => {
      const stateDiff = Object.fromEntries([...storage].map(([key, { dirty }]) => [key, dirty]))
      const fields = { balance: balance?.dirty, nonce: nonce?.dirty, code: code?.dirty, stateDiff }
      return [address, fields]
    }),
  )
}

/** Formats the changes for the response; omits values that a later transaction restored. */
export function stateDiffOf(changes: StateChanges): readonly StateDiff[] {
  return [...changes].flatMap(([address, { storage, ...rest }]) => {
    const fields = Object.entries(rest).filter(([, change]) => change && isChange(change))
    const raw = [...storage]
      .filter(([, change]) => isChange(change))
      .map(([key, change]) => ({ address, key, ...change }))
    if (fields.length === 0 && raw.length === 0) return []
    const pick = (state: keyof Change) =>
      Object.fromEntries(
        fields.flatMap(([name, change]) => (change ? [[name, change[state]]] : [])),
      )
    return [{ address, soltype: null, original: pick('original'), dirty: pick('dirty'), raw }]
  })
}

function isChange({ original, dirty }: Change): boolean {
  return original !== dirty
}

/** Counts the values that may have changed: balance, nonce, code and the changed slots of each account. */
export function countChanges(changes: StateChanges): number {
  return [...changes.values()].reduce((sum, { storage }) => sum + 3 + storage.size, 0)
}
