import type { Pool } from '@/lib/liquidity/pool'

/** What a thread is told of pools before a question about them: a snapshot by its number, and what is new in it. */
export type PoolNews = {
  readonly snapshot: number
  /** Numbers of the snapshot's pools; undefined when the thread has the snapshot. */
  readonly members: readonly number[] | undefined
  readonly added: readonly (readonly [number, Pool])[]
  /** Snapshots that are asked about no more. */
  readonly dropped: readonly number[]
}

/** Snapshots that a thread keeps: those of the pairs that are asked for at the time. */
const keptSnapshots = 48

type Copy = { readonly number: number; uses: number }

/**
 * Keeps book of the pools that a thread has, so that each state of a pool is copied to it once, however many
 * questions and snapshots it is part of.
 */
export function createPoolBook(): (pools: readonly Pool[]) => PoolNews {
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
    // The snapshot used last goes to the end, so that the first is the one to drop.
    snapshots.delete(pools)
    snapshots.set(pools, snapshot)
    if (known !== undefined) return { snapshot, members: undefined, added: [], dropped: [] }
    const news = add(pools)
    const dropped: number[] = []
    for (const [oldest, number] of snapshots) {
      if (snapshots.size <= keptSnapshots) break
      snapshots.delete(oldest)
      drop(oldest)
      dropped.push(number)
    }
    return { snapshot, ...news, dropped }
  }
}

/** The thread's side of {@link createPoolBook}: gives the pools of a snapshot, the same array each time. */
export function createPoolShelf(): (news: PoolNews) => readonly Pool[] {
  const copies = new Map<number, { readonly pool: Pool; uses: number }>()
  const snapshots = new Map<number, { members: readonly number[]; pools: readonly Pool[] }>()
  const use = (number: number): Pool => {
    const copy = copies.get(number)
    if (!copy) throw new RangeError(`pool ${number} was never copied`)
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
    if (!known) throw new RangeError(`snapshot ${snapshot} was never copied`)
    return known.pools
  }
}
