/** Documentation of a member of `metadata` that has an effect. */
export type AppDataMember = {
  readonly name: string
  /** Shape of the value; `a, b?` are fields, of which `b` is optional. */
  readonly shape: string
  readonly effect: string
}

/** All members of `metadata` that have an effect; a test compares them with the parser. */
export const appDataMembers: readonly AppDataMember[] = [
  {
    name: 'hooks',
    shape: '{ pre?, post? }, lists of { target, callData, gasLimit }',
    effect:
      'Calls made before and after the order is settled, at most 16 in all. Their gas is part of the quote.',
  },
  {
    name: 'replacedOrder',
    shape: '{ uid }',
    effect: 'Cancels that open order of the same owner in the moment this one is taken.',
  },
  {
    name: 'partnerFee',
    shape: '{ recipient, volumeBps }, or a list of fees',
    effect:
      'Stored with the order, capped in all by what this instance grants. Instead of volumeBps: surplusBps or priceImprovementBps with maxVolumeBps.',
  },
  {
    name: 'quote',
    shape: '{ slippageBips }',
    effect: 'How far below the quote the limit was set, 0 to 10000; shown with the order.',
  },
  {
    name: 'orderClass',
    shape: '{ orderClass }',
    effect: 'market, limit, liquidity or twap; the last two are shown as limit.',
  },
  {
    name: 'signer',
    shape: 'address',
    effect: 'Owner of an order whose from is left out; both must agree.',
  },
  {
    name: 'validFrom',
    shape: 'Unix seconds',
    effect: 'The order takes part in no auction before.',
  },
  {
    name: 'schedule',
    shape: '{ id }',
    effect:
      'Makes the order a part of the scheduled order of that name: at most 50 parts of one owner, pair and kind, each with another validFrom, count as one limit order. An owner may have ten of them open on a network.',
  },
  {
    name: 'referrer',
    shape: '{ code }',
    effect: 'Affiliate code that the trade counts for; what cannot be a code is passed over.',
  },
]

/** Documents the demands that `checkDemands` rejects. */
export const refusedAppData =
  'Refused, because the service does not do it: wrappers that are not omittable, a flashloan, enableFastPath: true.'

/** A document with all {@link appDataMembers}. */
export const appDataGuideDocument = {
  version: '1.3.0',
  appCode: 'My app',
  metadata: {
    hooks: {
      pre: [
        {
          target: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
          callData: '0xd0e30db0',
          gasLimit: '50000',
        },
      ],
      post: [],
    },
    replacedOrder: { uid: `0x${'12'.repeat(56)}` },
    partnerFee: { recipient: '0x1111111111111111111111111111111111111111', volumeBps: 10 },
    quote: { slippageBips: 50 },
    orderClass: { orderClass: 'market' },
    signer: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    validFrom: 1_795_251_600,
    schedule: { id: 'weekly-eth' },
    referrer: { code: 'COW-12345' },
  },
}
