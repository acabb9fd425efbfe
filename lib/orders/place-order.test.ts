import { encodeFunctionData, hashTypedData, parseAbi } from 'viem'
import { sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import {
  balancerVault,
  defaultSettlement,
  defaultVaultRelayer,
  getNetwork,
} from '@/lib/core/networks'
import { hashOrder, orderDomain, orderUid } from '@/lib/core/order'
import { getTestAccount } from '@/lib/devnet/accounts'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { approve } from '@/lib/testing/chain-actions'
import { completeOrder, contractSubmission, signTestOrder } from '@/lib/testing/sign-test-order'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/test-network'
import { insertInvalidation, insertPresignature, insertTrade } from '@/lib/testing/test-order'
import { findOrder } from './order-store'
import { type PlaceOrderInput, placeOrder } from './place-order'

const nowSeconds = 1_800_000_000
const ether = 10n ** 18n
const trader = getTestAccount(1)
const stranger = getTestAccount(2)
const weth = getNetwork(1).wrappedNative

let network: TestNetwork
let database: TestDatabase
let ctx: Context
let usdc: Address
let dai: Address

beforeAll(async () => {
  ;[network, database] = await Promise.all([startTestNetwork({ chainId: 1 }), createTestDatabase()])
  usdc = network.tokens.USDC ?? '0x'
  dai = network.tokens.DAI ?? '0x'
  ctx = createContext(network.rpcUrl)
  const unlimited = { spender: defaultVaultRelayer, amount: maxUint256 }
  await approve(network.rpcUrl, { token: weth, owner: trader.address, ...unlimited })
})
afterAll(() => Promise.all([network?.stop(), database?.drop()]))

function createContext(rpcUrl: string, environment: Record<string, string> = {}) {
  const rpcUrls = new Map([[1, rpcUrl]])
  return createTestContext({ db: database.db, rpcUrls, now: nowSeconds * 1000, environment })
}

let sequence = 0n
type Terms = Parameters<typeof signTestOrder>[0]

/** Terms that the trader can pay, unlike those of every other order. */
function terms(change: Partial<Terms> = {}): Terms {
  sequence += 1n
  const sellAmount = ether + sequence
  return {
    sellToken: weth,
    buyToken: usdc,
    sellAmount,
    buyAmount: 1n,
    validTo: nowSeconds + 600,
    ...change,
  }
}

type Signing = Partial<Parameters<typeof signTestOrder>[1]>

async function submit(change: Partial<Terms> = {}, signing: Signing = {}) {
  return placeOrder(
    ctx,
    await signTestOrder(terms(change), { privateKey: trader.privateKey, ...signing }),
  )
}

const code = (code: string) => expect.objectContaining({ code })
const document = (content: object) => JSON.stringify({ version: '1.1.0', metadata: {}, ...content })

describe('submitting an order', () => {
  it('gives the uid that follows from the order and its owner', async () => {
    const given = terms()
    const submission = await signTestOrder(given, { privateKey: trader.privateKey })
    const uid = await placeOrder(ctx, submission)
    const digest = hashOrder(orderDomain(1, defaultSettlement), completeOrder(given))
    expect(uid).toBe(orderUid(digest, trader.address, given.validTo))
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({
      ...submission.order,
      owner: trader.address,
      status: 'open',
      signed: true,
      signature: submission.signature,
    })
  })

  it('takes ethsign, also without from', async () => {
    const input = await signTestOrder(terms(), { privateKey: trader.privateKey, scheme: 'ethsign' })
    const uid = await placeOrder(ctx, { ...input, from: undefined })
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ owner: trader.address })
  })

  it('keeps v as the contract wants it', async () => {
    const input = await signTestOrder(terms(), { privateKey: trader.privateKey })
    const v = { '1b': '00', '1c': '01' }[input.signature.slice(-2)]
    const uid = await placeOrder(ctx, {
      ...input,
      signature: `${input.signature.slice(0, -2)}${v}` as Hex,
    })
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ signature: input.signature })
  })

  it('takes the native token as the one to buy', async () => {
    const owner = getTestAccount(3)
    const spender = defaultVaultRelayer
    await approve(network.rpcUrl, { token: dai, owner: owner.address, spender, amount: maxUint256 })
    const uid = await submit(
      { sellToken: dai, buyToken: nativeToken },
      { privateKey: owner.privateKey },
    )
    expect(uid).toHaveLength(114)
  })

  it('stores the app data document with the order', async () => {
    const appData = document({ appCode: 'place-order' })
    const hash = hashAppData(appData)
    const input = await signTestOrder(terms({ appData: hash }), { privateKey: trader.privateKey })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidAppData'))
    const uid = await placeOrder(ctx, { ...input, appData, appDataHash: hash })
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ appData: hash })
    expect(await ctx.db.appData.findUnique({ where: { hash } })).toMatchObject({
      document: appData,
    })
  })

  it('of two at once takes one, and calls the other a duplicate', async () => {
    const input = await signTestOrder(terms(), { privateKey: trader.privateKey })
    const results = await Promise.allSettled([1, 2, 3].map(() => placeOrder(ctx, input)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(code('DuplicatedOrder'))
    }
  })

  it('counts what the chain said before the order came', async () => {
    const input = async () => signTestOrder(terms(), { privateKey: trader.privateKey })
    const uidOf = ({ order }: PlaceOrderInput) => {
      const digest = hashOrder(orderDomain(1, defaultSettlement), completeOrder(order))
      return orderUid(digest, trader.address, order.validTo)
    }
    const [filled, invalidated] = [await input(), await input()]
    const { sellAmount, buyAmount } = filled.order
    await insertTrade(ctx.db, { uid: uidOf(filled), sellAmount, buyAmount })
    await insertInvalidation(ctx.db, { uid: uidOf(invalidated) })
    const uids = [await placeOrder(ctx, filled), await placeOrder(ctx, invalidated)] as const
    expect(await findOrder(ctx.db, 1, uids[0])).toMatchObject({ status: 'fulfilled' })
    expect(await findOrder(ctx.db, 1, uids[1])).toMatchObject({ status: 'cancelled' })
  })
})

describe('the terms of an order', () => {
  const refusals: [string, string, Partial<Terms>][] = [
    ['a sell amount over uint256', 'SellAmountOverflow', { sellAmount: maxUint256 + 1n }],
    ['a buy amount over uint256', 'BuyAmountOverflow', { buyAmount: maxUint256 + 1n }],
    [
      'sell amount and fee over uint256',
      'SellAmountOverflow',
      { sellAmount: maxUint256, feeAmount: 1n },
    ],
    ['a sell amount of zero', 'ZeroAmount', { sellAmount: 0n }],
    ['a buy amount of zero', 'ZeroAmount', { buyAmount: 0n }],
    ['validTo in the past', 'OrderExpired', { validTo: nowSeconds - 1 }],
    ['validTo 59 seconds ahead', 'InsufficientValidTo', { validTo: nowSeconds + 59 }],
    ['validTo over a year ahead', 'ExcessiveValidTo', { validTo: nowSeconds + 365 * 86_400 + 1 }],
    ['one token for both', 'SameBuyAndSellToken', { buyToken: weth }],
    ['unwrapping', 'SameBuyAndSellToken', { buyToken: nativeToken }],
    ['the native token to sell', 'InvalidNativeSellToken', { sellToken: nativeToken }],
    ['a token without a contract', 'UnsupportedToken', { buyToken: stranger.address }],
    ['more than the owner has', 'InsufficientBalance', { sellAmount: 10n ** 30n }],
    ['a fee that the owner has not', 'InsufficientBalance', { feeAmount: 10n ** 30n }],
  ]

  it.each(refusals)('refuse %s as %s', async (_, expected, change) => {
    const over = [change.sellAmount, change.buyAmount].some(
      (amount) => amount && amount > maxUint256,
    )
    if (!over) return expect(submit(change)).rejects.toEqual(code(expected))
    // Nobody can sign such a number, so any signature will do.
    const input = await signTestOrder(terms(), { privateKey: trader.privateKey })
    const submission = placeOrder(ctx, { ...input, order: { ...input.order, ...change } })
    return expect(submission).rejects.toEqual(code(expected))
  })

  it('reach from 60 seconds to a year', async () => {
    await submit({ validTo: nowSeconds + 60 })
    await submit({ validTo: nowSeconds + 365 * 86_400 })
  })

  it('refuse a token that is marked as unsupported', async () => {
    const { isolatedToken = '0x' } = network.fixtures ?? {}
    await ctx.db.token.upsert({
      where: { chainId_address: { chainId: 1, address: isolatedToken } },
      create: { chainId: 1, address: isolatedToken, unsupported: 'for a test' },
      update: { unsupported: 'for a test' },
    })
    await expect(submit({ buyToken: isolatedToken })).rejects.toEqual(code('UnsupportedToken'))
  })

  it('refuse an allowance below sell amount and fee', async () => {
    const owner = getTestAccount(4)
    const approval = { token: weth, owner: owner.address, spender: defaultVaultRelayer }
    const change = { sellAmount: ether, feeAmount: 5n }
    const attempt = () => submit(change, { privateKey: owner.privateKey })
    await approve(network.rpcUrl, { ...approval, amount: ether + 4n })
    await expect(attempt()).rejects.toEqual(code('InsufficientAllowance'))
    await approve(network.rpcUrl, { ...approval, amount: ether + 5n })
    expect(await attempt()).toHaveLength(114)
  })

  it.each(['owner', 'receiver'] as const)('refuse a banned %s as Forbidden', async (party) => {
    const address = party === 'owner' ? getTestAccount(5).address : getTestAccount(6).address
    await ctx.db.bannedAccount.create({ data: { address, reason: 'for a test' } })
    const input =
      party === 'owner'
        ? submit({}, { privateKey: getTestAccount(5).privateKey })
        : submit({ receiver: address })
    await expect(input).rejects.toEqual(code('Forbidden'))
  })

  it('refuse app data that is malformed, unknown or another’s', async () => {
    const input = await signTestOrder(terms(), { privateKey: trader.privateKey })
    const unknown = hashAppData(document({ unknown: true }))
    const place = (change: Partial<PlaceOrderInput>) => placeOrder(ctx, { ...input, ...change })
    await expect(place({ appData: '{' })).rejects.toEqual(code('InvalidAppData'))
    await expect(place({ appData: unknown })).rejects.toEqual(code('InvalidAppData'))
    const differing = place({ appData: document({}), appDataHash: unknown })
    await expect(differing).rejects.toEqual(code('AppDataHashMismatch'))
  })
})

describe('the signature of an order', () => {
  it.each<[string, Signing]>([
    ['another network', { chainId: 100 }],
    ['another contract', { settlementContract: defaultVaultRelayer }],
    ['another key', { privateKey: stranger.privateKey }],
  ])('for or by %s is refused', async (_, signing) => {
    const input = await signTestOrder(terms(), { privateKey: trader.privateKey, ...signing })
    const submission = placeOrder(ctx, { ...input, chainId: 1, from: trader.address })
    await expect(submission).rejects.toEqual(code('InvalidSignature'))
  })

  it('under another scheme or over other terms is refused', async () => {
    const input = await signTestOrder(terms(), { privateKey: trader.privateKey })
    const changes: Partial<PlaceOrderInput>[] = [
      { signingScheme: 'ethsign' },
      { order: { ...input.order, buyAmount: 2n } },
      { order: { ...input.order, kind: 'buy' } },
      { signature: '0x' },
      { signature: `${input.signature}00` },
      { signature: input.signature.slice(0, -2) as Hex },
    ]
    for (const change of changes) {
      await expect(placeOrder(ctx, { ...input, ...change })).rejects.toEqual(
        code('InvalidSignature'),
      )
    }
  })

  it('must be by the signer that the app data names', async () => {
    const appData = document({ metadata: { signer: stranger.address } })
    const given = terms({ appData: hashAppData(appData) })
    const input = { ...(await signTestOrder(given, { privateKey: trader.privateKey })), appData }
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('AppdataFromMismatch'))
    const nameless = placeOrder(ctx, { ...input, from: undefined })
    await expect(nameless).rejects.toEqual(code('InvalidSignature'))
  })
})

describe('orders of contract wallets', () => {
  const safeDigest = (safe: Address, message: Hex) =>
    hashTypedData({
      domain: { chainId: 1, verifyingContract: safe },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message },
    })
  const digestOf = (given: Terms) =>
    hashOrder(orderDomain(1, defaultSettlement), completeOrder(given))

  async function signedBySafe(given: Terms): Promise<PlaceOrderInput> {
    const { safeWallet: from = '0x', safeOwnerKey: privateKey = '0x' } = network.fixtures ?? {}
    const hash = safeDigest(from, digestOf(given))
    const signature = await sign({ hash, privateKey, to: 'hex' })
    return contractSubmission(given, { from, signingScheme: 'eip1271', signature })
  }

  it('are taken when the wallet takes the signature', async () => {
    const input = await signedBySafe(terms())
    const uid = await placeOrder(ctx, input)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({
      owner: network.fixtures?.safeWallet,
      signature: input.signature,
      signed: true,
    })
  })

  it('are refused when it does not', async () => {
    const input = await signedBySafe(terms())
    const order = { ...input.order, buyAmount: 2n }
    await expect(placeOrder(ctx, { ...input, order })).rejects.toEqual(code('InvalidSignature'))
  })

  it.each(['gasHogWallet', 'returnBombWallet', 'shortMagicWallet'] as const)(
    'are refused from the %s within its bounds',
    async (name) => {
      const from = network.fixtures?.[name]
      const input = contractSubmission(terms(), {
        from,
        signingScheme: 'eip1271',
        signature: '0x01',
      })
      const before = performance.now()
      await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidSignature'))
      expect(performance.now() - before).toBeLessThan(3_000)
    },
  )

  it('are taken with a dirty magic word, since the settlement contract takes it', async () => {
    const from = network.fixtures?.dirtyMagicWallet
    const input = contractSubmission(terms(), { from, signingScheme: 'eip1271', signature: '0x01' })
    expect(await placeOrder(ctx, input)).toHaveLength(114)
  })

  it('are refused where the owner is no contract', async () => {
    const from = trader.address
    const input = contractSubmission(terms(), { from, signingScheme: 'eip1271', signature: '0x01' })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidSignature'))
  })

  it.each(['eip1271', 'presign'] as const)('need from under %s', async (signingScheme) => {
    const input = contractSubmission(terms(), { from: undefined, signingScheme, signature: '0x' })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('MissingFrom'))
  })

  it('may be signed on chain later, whatever the wallet holds by now', async () => {
    const given = terms({ sellAmount: 10n ** 30n + ++sequence, validTo: 4_294_967_295 })
    const signature = stranger.address
    const from = stranger.address
    const input = contractSubmission(given, { from, signingScheme: 'presign', signature })
    const uid = await placeOrder(ctx, input)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ signed: false, signature: '0x' })
  })

  it('are signed at once when the on-chain signature came first', async () => {
    const given = terms()
    const uid = orderUid(digestOf(given), stranger.address, given.validTo)
    await insertPresignature(ctx.db, { uid, signed: true })
    const from = stranger.address
    const input = contractSubmission(given, { from, signingScheme: 'presign', signature: '0x' })
    expect(await placeOrder(ctx, input)).toBe(uid)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ signed: true })
  })

  it('refuse a presign signature that is neither empty nor an address', async () => {
    const from = stranger.address
    const signature = `0x${'00'.repeat(32)}` as const
    const input = contractSubmission(terms(), { from, signingScheme: 'presign', signature })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidSignature'))
  })
})

describe('balances in the Balancer vault', () => {
  const owner = getTestAccount(7)
  const vaultAbi = parseAbi([
    'function setRelayerApproval(address sender, address relayer, bool approved)',
    'function manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] ops) payable',
  ])
  const send = (data: Hex) =>
    sendTransaction(createRpc(network.rpcUrl), { from: owner.address, to: balancerVault, data })
  const attempt = (change: Partial<Terms>) => submit(change, { privateKey: owner.privateKey })

  it('are drawn on once the owner let vault and relayer do so', async () => {
    const approval = { token: weth, owner: owner.address, spender: balancerVault }
    await expect(attempt({ sellTokenBalance: 'external' })).rejects.toEqual(
      code('InsufficientAllowance'),
    )
    await approve(network.rpcUrl, { ...approval, amount: 100n * ether })
    await expect(attempt({ sellTokenBalance: 'external' })).rejects.toEqual(
      code('InsufficientAllowance'),
    )
    const args = [owner.address, defaultVaultRelayer, true] as const
    await send(encodeFunctionData({ abi: vaultAbi, functionName: 'setRelayerApproval', args }))
    expect(await attempt({ sellTokenBalance: 'external' })).toHaveLength(114)

    await expect(attempt({ sellTokenBalance: 'internal' })).rejects.toEqual(
      code('InsufficientBalance'),
    )
    const deposit = {
      kind: 0,
      asset: weth,
      amount: 2n * ether,
      sender: owner.address,
      recipient: owner.address,
    }
    await send(
      encodeFunctionData({ abi: vaultAbi, functionName: 'manageUserBalance', args: [[deposit]] }),
    )
    expect(
      await attempt({ sellTokenBalance: 'internal', buyTokenBalance: 'internal' }),
    ).toHaveLength(114)
  })

  it('are refused where the vault has not authorised our relayer', async () => {
    const VAULT_RELAYER_CONTRACT = stranger.address
    const unauthorised = createContext(network.rpcUrl, { VAULT_RELAYER_CONTRACT })
    const place = async (change: Partial<Terms>) =>
      placeOrder(
        unauthorised,
        await signTestOrder(terms(change), { privateKey: trader.privateKey }),
      )
    const sell = place({ sellTokenBalance: 'internal' })
    await expect(sell).rejects.toEqual(code('UnsupportedSellTokenSource'))
    const buy = place({ buyTokenBalance: 'internal' })
    await expect(buy).rejects.toEqual(code('UnsupportedBuyTokenDestination'))
  })
})

describe('an RPC that does not answer', () => {
  it('is a passing error, never a verdict on signature, balance or token', async () => {
    const dead = createContext('http://127.0.0.1:1')
    const cases = [
      await signTestOrder(terms(), { privateKey: trader.privateKey }),
      await signTestOrder(terms({ buyToken: network.tokens.GNO ?? '0x' }), {
        privateKey: trader.privateKey,
      }),
      contractSubmission(terms(), {
        from: trader.address,
        signingScheme: 'eip1271',
        signature: '0x01',
      }),
    ]
    for (const input of cases) {
      const outage = { code: 'InternalServerError', retryAfterSeconds: 2 }
      await expect(placeOrder(dead, input)).rejects.toEqual(expect.objectContaining(outage))
    }
  })
})
