import { expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { faultsOf, maxBehind, mayTestify, type NodeState, pinnedIndex } from './node-set'

const network = { chainId: 1, blockSeconds: 12 }
const genesis: Hex = '0x01'

function node(number: bigint, terms: Partial<NodeState> = {}): NodeState {
  const head = { number, hash: '0x02', parentHash: '0x03', timestamp: 0 } as const
  return { chainId: 1, genesis, head, answers: true, lacks: [], ...terms }
}

const pinned = (...states: NodeState[]) => pinnedIndex(faultsOf(network, states))

test('the first current node in the order of the operator is pinned', () => {
  expect(pinned(node(10n), node(12n))).toBe(0)
  expect(pinned(node(9n), node(12n))).toBe(1)
  expect(pinned(node(9n), node(11n), node(12n))).toBe(1)
})

test('current is within two blocks or five seconds of the highest head', () => {
  expect([12, 5, 2, 0.25].map((blockSeconds) => maxBehind({ blockSeconds }))).toEqual([
    ...[2n, 2n, 3n, 20n],
  ])
})

test('a node of another chain is never pinned, and its head counts for nothing', () => {
  const other = node(1_000n, { chainId: 5 })
  const fork = node(1_000n, { genesis: '0x09' })
  expect(pinned(other, node(12n))).toBe(1)
  expect(pinned(node(12n), fork)).toBe(0)
  expect(pinned(other)).toBeUndefined()
  const faults = faultsOf(network, [other, node(12n), fork])
  expect(faults.map((fault) => fault?.code)).toEqual(['otherChain', undefined, 'otherGenesis'])
  expect(faults.map(mayTestify)).toEqual([false, true, false])
})

test('a silent node gives way, and is asked again if all are silent', () => {
  const silent = node(12n, { answers: false })
  expect(pinned(silent, node(12n))).toBe(1)
  expect(pinned(silent, silent)).toBe(0)
  expect(pinned(silent, node(1n, { chainId: 5 }))).toBe(0)
})

test('a node without a required method gives way to one that has it, and still testifies', () => {
  const poor = node(12n, { lacks: ['eth_simulateV1'] })
  expect(pinned(poor, node(12n))).toBe(1)
  expect(pinned(poor)).toBe(0)
  expect(pinned(node(12n, { lacks: ['debug_traceCall'] }), node(12n))).toBe(0)
  expect(mayTestify(faultsOf(network, [poor])[0])).toBe(true)
})

test('a node that was not asked yet counts as right', () => {
  const fresh: NodeState = { ...node(0n), chainId: undefined, genesis: undefined, head: undefined }
  expect(pinned(fresh, node(12n))).toBe(0)
})
