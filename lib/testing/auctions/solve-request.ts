import { z } from 'zod'

// The body of `POST /solve` in the public format of solver engines. Amounts are decimal text, addresses and bytes
// lower-case hex; unknown members are errors.

const amount = z.string().regex(/^(?:0|[1-9][0-9]{0,77})$/)
const positive = z.string().regex(/^[1-9][0-9]{0,77}$/)
const signed = z.string().regex(/^-?(?:0|[1-9][0-9]{0,77})$/)
const fraction = z.string().regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/)
const hex = (bytes: number) => z.string().regex(new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`))
const bytes = z.string().regex(/^0x(?:[0-9a-f]{2})*$/)
const address = hex(20)

const token = z.strictObject({
  decimals: z.int().min(0).max(255).nullable(),
  symbol: z.string().nullable(),
  referencePrice: positive.nullable(),
  availableBalance: amount,
  trusted: z.boolean(),
})

const call = z.strictObject({ target: address, value: amount, callData: bytes })

const flashloanHint = z.strictObject({
  liquidityProvider: address,
  protocolAdapter: address,
  receiver: address,
  token: address,
  amount: positive,
})

const factor = z.number().min(0).max(1)
const quote = z.strictObject({ sellAmount: amount, buyAmount: amount, fee: amount })
const feePolicy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('surplus'), factor, maxVolumeFactor: factor }),
  z.strictObject({ kind: z.literal('priceImprovement'), factor, maxVolumeFactor: factor, quote }),
  z.strictObject({ kind: z.literal('volume'), factor }),
])

const order = z.strictObject({
  uid: hex(56),
  sellToken: address,
  buyToken: address,
  sellAmount: positive,
  fullSellAmount: positive,
  buyAmount: amount,
  fullBuyAmount: amount,
  feePolicies: z.array(feePolicy),
  validTo: z.int().min(0).max(0xffffffff),
  kind: z.enum(['sell', 'buy']),
  owner: address,
  receiver: address.nullable(),
  partiallyFillable: z.boolean(),
  preInteractions: z.array(call),
  postInteractions: z.array(call),
  sellTokenSource: z.enum(['erc20', 'internal', 'external']),
  buyTokenDestination: z.enum(['erc20', 'internal']),
  class: z.enum(['market', 'limit']),
  appData: hex(32),
  flashloanHint: flashloanHint.nullable(),
  signingScheme: z.enum(['eip712', 'ethsign', 'presign', 'eip1271']),
  signature: bytes,
})

const source = { id: z.string().min(1), address, gasEstimate: positive }
const balances = (further: z.ZodRawShape = {}) =>
  z.record(address, z.strictObject({ balance: amount, ...further }))
const vault = { balancerPoolId: hex(32), fee: fraction }
const scaled = { scalingFactor: fraction }

const liquidity = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('constantProduct'),
    ...source,
    router: address,
    tokens: balances(),
    fee: fraction,
  }),
  z.strictObject({
    kind: z.literal('weightedProduct'),
    ...source,
    ...vault,
    tokens: balances({ ...scaled, weight: fraction }),
    version: z.enum(['v0', 'v3Plus']),
  }),
  z.strictObject({
    kind: z.literal('stable'),
    ...source,
    ...vault,
    tokens: balances(scaled),
    amplificationParameter: fraction,
  }),
  z.strictObject({
    kind: z.literal('concentratedLiquidity'),
    ...source,
    router: address,
    tokens: z.tuple([address, address]),
    sqrtPrice: positive,
    liquidity: amount,
    tick: z.int(),
    liquidityNet: z.record(z.string().regex(/^-?[0-9]+$/), signed),
    fee: fraction,
  }),
  z.strictObject({
    kind: z.literal('limitOrder'),
    ...source,
    hash: hex(32),
    makerToken: address,
    takerToken: address,
    makerAmount: amount,
    takerAmount: amount,
    takerTokenFeeAmount: amount,
  }),
])

/** A request to a solver engine; its tokens include every token of its orders and pools. */
export const solveRequest = z
  .strictObject({
    id: z
      .string()
      .regex(/^[0-9]+$/)
      .nullable(),
    tokens: z.record(address, token),
    orders: z.array(order),
    liquidity: z.array(liquidity),
    effectiveGasPrice: amount,
    deadline: z.iso.datetime(),
    surplusCapturingJitOrderOwners: z.array(address),
  })
  .check(({ value, issues }) => {
    const traded = [
      ...value.orders.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]),
      ...value.liquidity.flatMap(tokensOf),
    ]
    const missing = traded.find((one) => !(one in value.tokens))
    if (missing)
      issues.push({ code: 'custom', input: missing, message: `${missing} is not among the tokens` })
    const ids = new Set(value.liquidity.map(({ id }) => id))
    if (ids.size < value.liquidity.length) {
      issues.push({ code: 'custom', input: value.liquidity, message: 'two pools have one id' })
    }
  })

function tokensOf(pool: z.infer<typeof liquidity>): readonly string[] {
  if (pool.kind === 'limitOrder') return [pool.makerToken, pool.takerToken]
  return Array.isArray(pool.tokens) ? pool.tokens : Object.keys(pool.tokens)
}
