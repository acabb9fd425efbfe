import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToHex,
} from 'viem'
import { expect, test } from 'vitest'
import { onchainOrdersAbi, settlementAbi } from '@/lib/chain/contract-abis'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { zeroAddress } from '@/lib/core/address'
import { defaultSettlement, nativeOrdersContract } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import {
  auctionIdOf,
  countUnreadable,
  decodeLogs,
  type EventSource,
  type RawLog,
} from './decode-logs'

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

test('decodes the four events in chain order, with addresses in lower case', () => {
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
  ['a log of another contract', { ...trade, address: weth }],
  ['a log of another event', { ...trade, topics: [`0x${'11'.repeat(32)}`] }],
  ['a log without topics', { ...trade, topics: [] }],
  ['a log without an indexed topic', { ...trade, topics: trade.topics.slice(0, 1) }],
  ['a log with truncated data', { ...trade, data: trade.data.slice(0, 200) as Hex }],
  ['a log with a uid of 55 bytes', { ...trade, data: tradeData(`0x${'ab'.repeat(55)}`) }],
  ['a removed log', { ...trade, removed: true }],
  ['a pending log', { ...trade, blockHash: null }],
])('skips %s', (_, log) => {
  expect(decodeLogs([log, settled], source)).toHaveLength(1)
})

test('decodes arbitrary data without failing', () => {
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

test('reads the auction id from the eight bytes after the calldata', () => {
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

const placementSource: EventSource = {
  chainId: 1,
  settlementContract: defaultSettlement,
  orderContracts: [nativeOrdersContract],
}
const sender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const wallet: Hex = `0x${'a1'.repeat(20)}`
const named = (name: string) => keccak256(stringToHex(name))
const order: Order = {
  sellToken: `0x${'01'.repeat(20)}`,
  buyToken: `0x${'02'.repeat(20)}`,
  receiver: zeroAddress,
  sellAmount: 42n,
  buyAmount: 13n,
  validTo: 0xffffffff,
  appData: `0x${'00'.repeat(32)}`,
  feeAmount: 1n,
  kind: 'buy',
  partiallyFillable: true,
  sellTokenBalance: 'external',
  buyTokenBalance: 'internal',
}
const placementPlace = {
  address: nativeOrdersContract,
  blockNumber: 5n,
  blockHash: `0x${'b1'.repeat(32)}`,
  transactionHash: `0x${'7a'.repeat(32)}`,
  logIndex: 4,
} as const
const unindexed = getAbiItem({ abi: onchainOrdersAbi, name: 'OrderPlacement' }).inputs.slice(1)
const topicsOf = (eventName: 'OrderPlacement' | 'OrderInvalidation' | 'OrderRefund', args = {}) =>
  encodeEventTopics({ abi: onchainOrdersAbi, eventName, args } as never) as Hex[]

type Change = {
  readonly words?: Partial<Record<'kind' | 'sellTokenBalance' | 'buyTokenBalance', Hex>>
  readonly scheme?: number
  readonly signature?: Hex
  readonly data?: Hex
}

function placed({
  words,
  scheme = 0,
  signature = nativeOrdersContract,
  data,
}: Change = {}): RawLog {
  const { kind, sellTokenBalance, buyTokenBalance } = order
  const names = {
    kind: named(kind),
    sellTokenBalance: named(sellTokenBalance),
    buyTokenBalance: named(buyTokenBalance),
  }
  const values = [
    { ...order, ...names, ...words },
    { scheme, data: signature },
    data ?? '0xffffffffffffffff6553f100',
  ]
  const encoded = encodeAbiParameters(unindexed, values as never)
  return { ...placementPlace, topics: topicsOf('OrderPlacement', { sender }), data: encoded }
}

const uidOf = (owner: Hex) =>
  orderUid(hashOrder(orderDomain(1, defaultSettlement), order), owner, order.validTo)

test('decodes a placement with the uid that the settlement contract assigns to its order', () => {
  expect(decodeLogs([placed()], placementSource)).toEqual([
    {
      kind: 'placement',
      blockNumber: 5n,
      blockHash: placementPlace.blockHash,
      logIndex: 4,
      txHash: placementPlace.transactionHash,
      orderUid: uidOf(nativeOrdersContract),
      contract: nativeOrdersContract,
      sender: sender.toLowerCase(),
      order: {
        ...order,
        owner: nativeOrdersContract,
        signingScheme: 'eip1271',
        signature: nativeOrdersContract,
      },
      terms: { quoteId: -1n, userValidTo: 1_700_000_000 },
    },
  ])
})

test('splits the signature data of a placement into owner and signature', () => {
  const [wise] = decodeLogs([placed({ signature: `${wallet}beef` })], placementSource)
  const eip1271 = { owner: wallet, signingScheme: 'eip1271', signature: '0xbeef' }
  expect(wise).toMatchObject({ orderUid: uidOf(wallet), order: eip1271 })
  const [presigned] = decodeLogs([placed({ scheme: 1, signature: wallet })], placementSource)
  expect(presigned).toMatchObject({
    order: { owner: wallet, signingScheme: 'presign', signature: '0x' },
  })
})

test('accepts empty data, and reads no terms from data of another length', () => {
  const termsOf = (data: Hex) => decodeLogs([placed({ data })], placementSource)[0]
  expect(termsOf('0x')).toMatchObject({ terms: {} })
  for (const data of ['0x00', `0x${'00'.repeat(11)}`, `0x${'00'.repeat(13)}`] as const) {
    expect(termsOf(data)).toHaveProperty('terms', undefined)
  }
})

test('decodes an invalidation and a refund', () => {
  const uid = uidOf(nativeOrdersContract)
  const invalidated: RawLog = {
    ...placementPlace,
    topics: topicsOf('OrderInvalidation'),
    data: encodeAbiParameters(parseAbiParameters('bytes'), [uid]),
  }
  const refunded: RawLog = {
    ...invalidated,
    logIndex: 5,
    topics: topicsOf('OrderRefund', { refunder: sender }),
  }
  expect(decodeLogs([refunded, invalidated], placementSource)).toMatchObject([
    { kind: 'invalidation', orderUid: uid, owner: nativeOrdersContract },
    { kind: 'refund', orderUid: uid, refunder: sender.toLowerCase() },
  ])
})

const unknown = named('swap')

test.each<[string, RawLog]>([
  ['an unknown kind', placed({ words: { kind: unknown } })],
  ['an unknown sell token source', placed({ words: { sellTokenBalance: unknown } })],
  ['an external buy token balance', placed({ words: { buyTokenBalance: named('external') } })],
  ['an unknown scheme', placed({ scheme: 2 })],
  ['no owner', placed({ signature: `0x${'a1'.repeat(19)}` })],
  ['an oversized signature', placed({ signature: `0x${'a1'.repeat(20_000)}` })],
  ['truncated data', { ...placed(), data: placed().data.slice(0, 700) as Hex }],
])('skips and counts a placement with %s', (_, log) => {
  const events = decodeLogs([log, { ...placed(), logIndex: 9 }], placementSource)
  expect(events).toHaveLength(1)
  expect(countUnreadable([log, { ...placed(), logIndex: 9 }], events)).toBe(1)
})

test('ignores placements by unknown contracts and by the settlement contract', () => {
  const logs = [defaultSettlement, wallet].map((address) => ({ ...placed(), address }))
  expect(decodeLogs(logs, placementSource)).toEqual([])
})

test('decodes arbitrary bytes of a placement without failing', () => {
  const bytes = fc
    .uint8Array({ maxLength: 900 })
    .map((a): Hex => `0x${Buffer.from(a).toString('hex')}`)
  fc.assert(
    fc.property(bytes, fc.nat(1_500), (noise, at) => {
      const { data } = placed()
      const mixed = `${data.slice(0, 2 + 2 * at)}${noise.slice(2)}${data.slice(2 + 2 * at + noise.length)}`
      expect(
        decodeLogs([{ ...placed(), data: mixed as Hex }], placementSource).length,
      ).toBeLessThanOrEqual(1)
    }),
    { seed: 4, numRuns: 300 },
  )
})
