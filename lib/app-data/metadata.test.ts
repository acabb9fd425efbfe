import { MetadataApi } from '@cowprotocol/cow-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import { parseAppData } from './app-data-document'
import { type AppDataMetadata, noMetadata } from './metadata'

const account = `0x${'Ab'.repeat(20)}`
const address = account.toLowerCase() as Address
const uid = `0x${'Cd'.repeat(56)}`
const hook = { target: account, callData: '0xDEAD', gasLimit: '21000' }
const readHook = { target: address, callData: '0xdead', gasLimit: 21_000n } as const

const read = (metadata: object) => parseAppData(JSON.stringify({ metadata })).metadata

/** Documents of a schema version with these members, and the parsed members that differ from the defaults. */
const publicDocuments: [version: string, metadata: object, expected: Partial<AppDataMetadata>][] = [
  ['0.1.0', { referrer: { version: '0.1.0', address: account } }, {}],
  ['0.2.0', { quote: { version: '0.1.0', sellAmount: '1', buyAmount: '2', id: '3' } }, {}],
  ['0.4.0', { quote: { version: '0.2.0', slippageBips: '50.5' } }, { slippageBips: 50.5 }],
  ['0.5.0', { orderClass: { version: '0.1.0', orderClass: 'limit' } }, { orderClass: 'limit' }],
  ['0.6.0', { utm: { utmSource: 'a', utmTerm: 'b' } }, {}],
  ['0.7.0', { orderClass: { version: '0.2.0', orderClass: 'twap' } }, { orderClass: 'limit' }],
  ['0.8.0', { referrer: { address: account }, quote: { slippageBips: '5' } }, { slippageBips: 5 }],
  ['0.9.0', { hooks: { version: '0.1.0', pre: [hook] } }, { hooks: { pre: [readHook], post: [] } }],
  ['0.10.0', { signer: account }, { signer: address }],
  ['0.11.0', { widget: { appCode: 'a', environment: 'b' } }, {}],
  [
    '1.0.0',
    { partnerFee: { bps: 30, recipient: account }, quote: { slippageBips: 0 } },
    { partnerFees: [{ recipient: address, volumeBps: 30 }], slippageBips: 0 },
  ],
  ['1.1.0', { replacedOrder: { uid } }, { replacedOrder: uid.toLowerCase() as Hex }],
  ['1.2.0', { quote: { slippageBips: 10, smartSlippage: true } }, { slippageBips: 10 }],
  [
    '1.3.0',
    { hooks: { post: [{ ...hook, dappId: 'a' }] } },
    { hooks: { pre: [], post: [readHook] } },
  ],
  [
    '1.4.0',
    {
      partnerFee: [
        { recipient: account, volumeBps: 1 },
        { recipient: account, surplusBps: 2, maxVolumeBps: 3 },
        { recipient: account, priceImprovementBps: 4, maxVolumeBps: 5 },
      ],
    },
    {
      partnerFees: [
        { recipient: address, volumeBps: 1 },
        { recipient: address, surplusBps: 2, maxVolumeBps: 3 },
        { recipient: address, priceImprovementBps: 4, maxVolumeBps: 5 },
      ],
    },
  ],
  ['1.5.0', { bridging: { destinationChainId: '1', destinationTokenAddress: '0x' } }, {}],
  ['1.12.0', { userConsents: [{ terms: 'a', acceptedDate: 'b' }] }, {}],
  ['1.11.0', { wrappers: [{ address: account, is_omittable: true }] }, {}],
  ['1.13.0', { wrappers: [{ address: account, data: '0x', isOmittable: true }] }, {}],
  ['1.14.0', { referrer: { code: 'FRIEND_1' } }, { referrerCode: 'FRIEND_1' }],
  ['1.15.0', { orderClass: { orderClass: 'market' } }, { orderClass: 'market' }],
]

describe('app data of every public version', () => {
  const schemas = new MetadataApi()

  it.each(publicDocuments)('parses %s with %j', async (version, metadata, expected) => {
    const document = { version, appCode: 'test', metadata }
    // The published schema validates the document, so that its shape is not our own invention.
    expect(await schemas.validateAppDataDoc(document as never)).toMatchObject({ success: true })
    expect(parseAppData(JSON.stringify(document)).metadata).toEqual({ ...noMetadata, ...expected })
  })
})

describe('metadata', () => {
  it('yields the defaults when absent, null or unknown', () => {
    const members = ['signer', 'replacedOrder', 'hooks', 'partnerFee', 'orderClass', 'quote']
    const demands = ['wrappers', 'flashloan', 'enableFastPath']
    const nulls = Object.fromEntries(
      [...members, ...demands, 'referrer', 'validFrom'].map((m) => [m, null]),
    )
    expect(read({})).toEqual(noMetadata)
    expect(read({ ...nulls, enableFastPath: null, anything: [{ else: 1 }] })).toEqual(noMetadata)
  })

  it.each([
    ['friend-1', 'FRIEND-1'],
    [' abcde ', 'ABCDE'],
    ['abcd', undefined],
    ['straße', undefined],
    [7, undefined],
  ])('reads the referrer code %j as %j and never rejects one', (code, expected) => {
    expect(read({ referrer: { code } }).referrerCode).toBe(expected)
    expect(read({ referrer: code }).referrerCode).toBeUndefined()
  })

  it('reads the name of a schedule, and ignores members of other apps of that name', () => {
    const schedule = { id: 'DCA_weekly-1', parts: 12, note: { any: 'thing' } }
    expect(read({ schedule, validFrom: 5 })).toMatchObject({
      schedule: 'DCA_weekly-1',
      validFrom: 5,
    })
    for (const other of ['daily', 7, [], {}, { cron: '* * * * *' }, null]) {
      expect(read({ schedule: other }).schedule).toBeUndefined()
    }
  })

  it('accepts a gas limit as a number, and up to 2^64 - 1 as text', () => {
    const gasLimits = [21_000, '0', '18446744073709551615']
    const { hooks } = read({ hooks: { pre: gasLimits.map((gasLimit) => ({ ...hook, gasLimit })) } })
    expect(hooks.pre.map(({ gasLimit }) => gasLimit)).toEqual([21_000n, 0n, 2n ** 64n - 1n])
  })

  it('drops zero partner fees', () => {
    const partnerFee = [
      { recipient: account, volumeBps: 0 },
      { recipient: account, surplusBps: 10, maxVolumeBps: 0 },
      { recipient: account, volumeBps: 7 },
    ]
    expect(read({ partnerFee }).partnerFees).toEqual([{ recipient: address, volumeBps: 7 }])
  })

  const wrapper = { address: account, data: '0x' }
  const hooks = (count: number) => Array.from({ length: count }, () => hook)
  const refused: [string, object][] = [
    ['metadata.signer', { signer: 7 }],
    ['metadata.replacedOrder', { replacedOrder: uid }],
    ['metadata.replacedOrder.uid', { replacedOrder: { uid: uid.slice(2) } }],
    ['metadata.hooks', { hooks: [] }],
    ['metadata.hooks', { hooks: { pre: hooks(8), post: hooks(9) } }],
    ['metadata.hooks.post', { hooks: { post: {} } }],
    ['metadata.hooks.pre[1]', { hooks: { pre: [hook, 'hook'] } }],
    ['metadata.hooks.pre[0].target', { hooks: { pre: [{ ...hook, target: '0x' }] } }],
    ['metadata.hooks.pre[0].callData', { hooks: { pre: [{ ...hook, callData: '0x123' }] } }],
    ['metadata.hooks.pre[0].gasLimit', { hooks: { pre: [{ ...hook, gasLimit: '0x10' }] } }],
    ['metadata.hooks.pre[0].gasLimit', { hooks: { pre: [{ ...hook, gasLimit: 2 ** 60 }] } }],
    [
      'metadata.hooks.pre[0].gasLimit',
      { hooks: { pre: [{ ...hook, gasLimit: '18446744073709551616' }] } },
    ],
    ['metadata.partnerFee', { partnerFee: { recipient: account } }],
    ['metadata.partnerFee.recipient', { partnerFee: { volumeBps: 1 } }],
    ['metadata.partnerFee.bps', { partnerFee: { bps: 0.5, recipient: account } }],
    ['metadata.partnerFee[0].volumeBps', { partnerFee: [{ volumeBps: '1', recipient: account }] }],
    ['metadata.partnerFee.maxVolumeBps', { partnerFee: { surplusBps: 1, recipient: account } }],
    ['metadata.schedule.id', { schedule: { id: '' }, validFrom: 1 }],
    ['metadata.schedule.id', { schedule: { id: 7 }, validFrom: 1 }],
    ['metadata.schedule.id', { schedule: { id: 'x'.repeat(65) }, validFrom: 1 }],
    ['metadata.schedule.id', { schedule: { id: 'a b' }, validFrom: 1 }],
    ['metadata.validFrom', { schedule: { id: 'weekly' } }],
    ['metadata.validFrom', { schedule: { id: 'weekly' }, validFrom: null }],
    ['metadata.orderClass.orderClass', { orderClass: {} }],
    ['metadata.orderClass', { orderClass: 'limit' }],
    ['metadata.quote', { quote: 50 }],
    ['metadata.quote.slippageBips', { quote: { slippageBips: '1e2' } }],
    ['metadata.quote.slippageBips', { quote: { slippageBips: 10_001 } }],
    ['metadata.validFrom', { validFrom: -1 }],
    ['metadata.validFrom', { validFrom: 4_294_967_296 }],
    ['metadata.validFrom', { validFrom: '1' }],
    ['metadata.wrappers', { wrappers: wrapper }],
    ['metadata.wrappers[0]', { wrappers: [account] }],
    ['metadata.flashloan', { flashloan: account }],
    ['metadata.enableFastPath', { enableFastPath: 'true' }],
  ]

  it.each(refused)('rejects with InvalidAppData naming %s: %j', (path, metadata) => {
    expect(() => read(metadata)).toThrow(
      expect.objectContaining({
        code: 'InvalidAppData',
        message: expect.stringContaining(`: ${path} must be `),
      }),
    )
  })

  it.each([
    ['metadata.wrappers[0]', { wrappers: [wrapper] }],
    ['metadata.wrappers[1]', { wrappers: [{ ...wrapper, isOmittable: true }, wrapper] }],
    ['metadata.wrappers[0]', { wrappers: [{ ...wrapper, isOmittable: false }] }],
    ['metadata.wrappers[0]', { wrappers: [{ ...wrapper, isOmittable: 'true' }] }],
    ['metadata.flashloan', { flashloan: { token: account, amount: '1' } }],
    ['metadata.enableFastPath', { enableFastPath: true }],
  ])(
    'rejects with InvalidAppData where %s requires an unsupported feature: %j',
    (member, metadata) => {
      expect(() => read(metadata)).toThrow(
        expect.objectContaining({
          code: 'InvalidAppData',
          message: expect.stringContaining(`: ${member} must be `),
          data: { member },
        }),
      )
    },
  )

  it('accepts members that require no unsupported feature', () => {
    const wrappers = [{ ...wrapper, isOmittable: true }]
    expect(read({ wrappers, flashloan: {}, enableFastPath: false })).toEqual(noMetadata)
    expect(read({ wrappers: [] })).toEqual(noMetadata)
  })

  it('parses or throws InvalidAppData for any shape, nothing else', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(account, uid, hook, [hook], { pre: [hook] }, { bps: 1, recipient: account }),
      fc.dictionary(
        fc.constantFrom('uid', 'pre', 'post', 'bps', 'recipient', 'slippageBips', '__proto__'),
        fc.jsonValue(),
      ),
    )
    const names = ['signer', 'replacedOrder', 'hooks', 'partnerFee', 'orderClass', 'quote']
    const demands = ['wrappers', 'flashloan', 'enableFastPath']
    const name = fc.constantFrom(...names, ...demands, 'referrer', 'validFrom', 'schedule', 'other')
    let taken = 0
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 3 }), (metadata) => {
        try {
          read(metadata)
          taken += 1
        } catch (error) {
          if (!isServiceError(error) || error.code !== 'InvalidAppData') throw error
        }
      }),
      { seed: 5, numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(20)
  })
})
