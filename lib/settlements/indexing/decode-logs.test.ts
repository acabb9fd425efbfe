import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { defaultSettlement, nativeOrdersContract } from '@/lib/core/networks'
import { auctionIdOf, decodeLogs, type EventSource, type RawLog } from './decode-logs'

const source: EventSource = {
  chainId: 1,
  settlementContract: defaultSettlement,
  orderContracts: [nativeOrdersContract],
}

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const uid: Hex = `0x${'ab'.repeat(56)}`
const place = {
  address: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
  blockNumber: 5n,
  blockHash: `0x${'b1'.repeat(32)}`,
  transactionHash: `0x${'7a'.repeat(32)}`,
  logIndex: 0,
} as const

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const tradeTopics = encodeEventTopics({ abi: settlementAbi, eventName: 'Trade', args: { owner } })
const tradeData = (orderUid: Hex) =>
  encodeAbiParameters(parseAbiParameters('address, address, uint256, uint256, uint256, bytes'), [
    weth,
    owner,
    10n,
    20n,
    3n,
    orderUid,
  ])

const trade: RawLog = { ...place, topics: tradeTopics as Hex[], data: tradeData(uid) }
const invalidated: RawLog = {
  ...place,
  logIndex: 1,
  topics: encodeEventTopics({
    abi: settlementAbi,
    eventName: 'OrderInvalidated',
    args: { owner },
  }) as Hex[],
  data: encodeAbiParameters(parseAbiParameters('bytes'), [uid]),
}
const presigned: RawLog = {
  ...place,
  logIndex: 2,
  topics: encodeEventTopics({
    abi: settlementAbi,
    eventName: 'PreSignature',
    args: { owner },
  }) as Hex[],
  data: encodeAbiParameters(parseAbiParameters('bytes, bool'), [uid, true]),
}
const settled: RawLog = {
  ...place,
  logIndex: 3,
  topics: encodeEventTopics({
    abi: settlementAbi,
    eventName: 'Settlement',
    args: { solver: owner },
  }) as Hex[],
  data: '0x',
}

test('the four events are read in chain order, addresses in lower case', () => {
  const events = decodeLogs([settled, presigned, invalidated, trade], source)
  const lower = owner.toLowerCase()
  expect(events).toMatchObject([
    {
      kind: 'trade',
      orderUid: uid,
      owner: lower,
      sellToken: weth.toLowerCase(),
      sellAmount: 10n,
      buyAmount: 20n,
      feeAmount: 3n,
      txHash: place.transactionHash,
    },
    { kind: 'invalidation', orderUid: uid, owner: lower },
    { kind: 'presignature', orderUid: uid, signed: true },
    { kind: 'settlement', solver: lower },
  ])
})

test.each<[string, RawLog]>([
  ['another contract', { ...trade, address: weth }],
  ['another event', { ...trade, topics: [`0x${'11'.repeat(32)}`] }],
  ['no topics', { ...trade, topics: [] }],
  ['a missing indexed topic', { ...trade, topics: trade.topics.slice(0, 1) }],
  ['cut data', { ...trade, data: trade.data.slice(0, 200) as Hex }],
  ['a uid of 55 bytes', { ...trade, data: tradeData(`0x${'ab'.repeat(55)}`) }],
  ['a removed log', { ...trade, removed: true }],
  ['a pending log', { ...trade, blockHash: null }],
])('%s is passed over', (_, log) => {
  expect(decodeLogs([log, settled], source)).toHaveLength(1)
})

test('no bytes make decoding fail', () => {
  const bytes = fc
    .uint8Array({ maxLength: 300 })
    .map((a): Hex => `0x${Buffer.from(a).toString('hex')}`)
  fc.assert(
    fc.property(
      fc.constantFrom(...[trade, invalidated, presigned, settled]),
      bytes,
      (log, data) => {
        expect(decodeLogs([{ ...log, data }], source).length).toBeLessThanOrEqual(1)
      },
    ),
    { seed: 2, numRuns: 500 },
  )
})

test('the auction id stands in the eight bytes behind the calldata', () => {
  const plan = {
    clearingPrices: new Map(),
    trades: [],
    interactions: { pre: [], intra: [], post: [] },
  }
  fc.assert(
    fc.property(fc.bigInt(1n, (1n << 63n) - 1n), (auctionId) => {
      expect(auctionIdOf(encodeSettlement({ ...plan, auctionId }))).toBe(auctionId)
    }),
    { seed: 3 },
  )
  const without = encodeSettlement({ ...plan, auctionId: undefined })
  expect(auctionIdOf(without)).toBeUndefined()
  expect(auctionIdOf(`${without}ff`)).toBeUndefined()
  expect(auctionIdOf(`${without}${'ff'.repeat(8)}`)).toBeUndefined()
  expect(auctionIdOf('0x')).toBeUndefined()
})
