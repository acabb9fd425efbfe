import type { Pool } from '@/lib/liquidity/pool'

/** The pools sent to a thread with a request: a snapshot's number and its changes. */
export type PoolUpdate = {
  readonly snapshot: number
  /** Numbers of the snapshot's pools; undefined if the thread already has the snapshot. */
  readonly members: readonly number[] | undefined
  readonly added: readonly (readonly [number, Pool])[]
  /** Snapshots that later requests will not use. */
  readonly dropped: readonly number[]
}

/** Maximum number of snapshots per thread: one for each pair in use. */
const keptSnapshots = 48

type Copy = { readonly number: number; uses: number }

/**
 * Tracks which pools a thread holds, so that each pool state is copied to it once, regardless of how many requests and
 * snapshots use it.
 */
export function createPoolSender(): (pools: readonly Pool[]) => PoolUpdate {
  const copies = new Map<Pool, Copy>()
  const snapshots = new Map<readonly Pool[], number>()
  let next = 0
  const add = (pools: readonly Pool[]) => {
    const added: [number, Pool][] = []
    const members = pools.map((pool) => {
      const copy = copies.get(pool) ?? { number: next++, uses: 0 }
      if (copy.uses === 0) added.push([copy.number, pool])
      copy.uses += 1
      copies.set(pool, copy)
      return copy.number
    })
    return { members, added }
  }
  const drop = (pools: readonly Pool[]) => {
    for (const pool of pools) {
      const copy = copies.get(pool)
      if (!copy) continue
      copy.uses -= 1
      if (copy.uses === 0) copies.delete(pool)
    }
  }
  return (pools) => {
    const known = snapshots.get(pools)
    const snapshot = known ?? next++
    // Moves the snapshot to the end: the first one is the least recently used.
    snapshots.delete(pools)
    snapshots.set(pools, snapshot)
    if (known !== undefined) return { snapshot, members: undefined, added: [], dropped: [] }
    const update = add(pools)
    const dropped: number[] = []
    for (const [oldest, number] of snapshots) {
      if (snapshots.size <= keptSnapshots) break
      snapshots.delete(oldest)
      drop(oldest)
      dropped.push(number)
    }
    return { snapshot, ...update, dropped }
  }
}

/** The thread's side of {@link createPoolSender}: returns the pools of a snapshot, as the same array each time. */
export function createPoolReceiver(): (update: PoolUpdate) => readonly Pool[] {
  const copies = new Map<number, { readonly pool: Pool; uses: number }>()
  const snapshots = new Map<number, { members: readonly number[]; pools: readonly Pool[] }>()
  const use = (number: number): Pool => {
    const copy = copies.get(number)
    if (!copy) throw new RangeError(`pool ${number} was never sent`)
    copy.uses += 1
    return copy.pool
  }
  const leave = (number: number) => {
    const copy = copies.get(number)
    if (copy && --copy.uses === 0) copies.delete(number)
  }
  return ({ snapshot, members, added, dropped }) => {
    for (const [number, pool] of added) copies.set(number, { pool, uses: 0 })
    if (members) snapshots.set(snapshot, { members, pools: members.map(use) })
    for (const number of dropped) {
      snapshots.get(number)?.members.forEach(leave)
      snapshots.delete(number)
    }
    const known = snapshots.get(snapshot)
    if (!known) throw new RangeError(`snapshot ${snapshot} was never sent`)
    return known.pools
  }
}
