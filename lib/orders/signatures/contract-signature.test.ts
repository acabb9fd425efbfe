import { BaseError, hashTypedData } from 'viem'
import { sign } from 'viem/accounts'
import { describe, expect } from 'vitest'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, getNetwork } from '@/lib/core/networks'
import { hashOrder, orderDomain } from '@/lib/core/order'
import { createRpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { isContractSignature, orderSignatureGas } from './contract-signature'

let network: TestNetwork
let ctx: Context

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
  ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
})

const magic = '1626ba7e'
const word = magic.padEnd(64, '0')
const wallet: Address = '0x00000000000000000000000000000000000a11ce'
const digest: Hex = `0x${'12'.repeat(32)}`

/** Returns runtime code that answers every call with these bytes. */
function answering(bytes: string): Hex {
  const size = (bytes.length / 2).toString(16).padStart(4, '0')
  return `0x61${size}600c60003961${size}6000f3${bytes}`.replace('600c', '600e') as Hex
}

const setCode = (code: Hex) => createRpc(network.rpcUrl)('anvil_setCode', [wallet, code])
const ask = (owner: Address, signature: Hex = '0x01') =>
  isContractSignature(ctx, { chainId: 1, owner, digest, signature, gas: orderSignatureGas })

/** Returns the settlement contract's verdict on an order that `owner` signed by ERC-1271. */
async function settle(owner: Address, signature: Hex): Promise<string> {
  const weth = getNetwork(1).wrappedNative
  const usdc = network.tokens.USDC ?? '0x'
  const order = signedOrder(owner)
  const plan = {
    clearingPrices: new Map([
      [weth, 1n],
      [usdc, 1n],
    ]),
    trades: [
      {
        order: { ...order, owner, signingScheme: 'eip1271' as const, signature },
        executedAmount: order.sellAmount,
      },
    ],
    interactions: { pre: [], intra: [], post: [] },
    auctionId: undefined,
  }
  try {
    const data = encodeSettlement(plan)
    const from = network.solver.address
    await ctx.chain(1).client.call({ account: from, to: defaultSettlement, data })
    return 'settled'
  } catch (error) {
    return error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error)
  }
}

function signedOrder(owner: Address) {
  return completeOrder({
    sellToken: getNetwork(1).wrappedNative,
    buyToken: network.tokens.USDC ?? '0x',
    receiver: owner,
    sellAmount: 1n,
    buyAmount: 1n,
    validTo: 4_294_967_295,
  })
}

describe('an ERC-1271 signature', () => {
  test.each<[string, string, boolean]>([
    ['the magic value in a word', word, true],
    ['more behind the word', word + '00'.repeat(64), true],
    ['4096 bytes', word.padEnd(8192, '0'), true],
    ['4097 bytes', word.padEnd(8194, '0'), false],
    ['the magic value alone', magic, false],
    ['31 bytes', word.slice(0, 62), false],
    ['a word with a dirty tail', `${word.slice(0, 63)}1`, true],
    ['another value', `ffffffff${'0'.repeat(56)}`, false],
    ['the value at the end of a word', magic.padStart(64, '0'), false],
    ['nothing', '', false],
  ])('is verified against an answer of %s', async (_, answer, isAccepted) => {
    await setCode(answering(answer))
    expect(await ask(wallet)).toBe(isAccepted)
  })

  test.each<[string, Hex]>([
    ['reverts', '0x60006000fd'],
    ['reverts with the magic value', `0x7f${word}60005260206000fd`],
    ['runs an invalid opcode', '0xfe'],
    ['jumps nowhere', '0x600056'],
    ['underflows the stack', '0x01'],
    ['never ends', '0x5b600056'],
    ['needs more memory than gas', '0x60006301000000525b'],
    ['writes state and answers well', `0x6001600055${`7f${word}`}60005260206000f3`],
  ])('is verified when the wallet %s', async (name, code) => {
    await setCode(code)
    expect(await ask(wallet)).toBe(name.startsWith('writes'))
  })

  test('is invalid where there is no contract', async () => {
    expect(await ask(network.accounts[3]?.address ?? '0x')).toBe(false)
    // The identity precompile, which echoes its input.
    expect(await ask('0x0000000000000000000000000000000000000004')).toBe(false)
  })

  test('is verified as by the settlement contract', async () => {
    const { safeWallet, safeOwnerKey, ...others } = network.fixtures ?? Object.create(null)
    const order = hashOrder(orderDomain(1, defaultSettlement), signedOrder(safeWallet))
    const hash = hashTypedData({
      domain: { chainId: 1, verifyingContract: safeWallet },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: order },
    })
    const signature = await sign({ hash, privateKey: safeOwnerKey, to: 'hex' })
    // Nothing is funded, so an accepted signature fails at the payment.
    const paid = 'balance too low'
    expect(await settle(safeWallet, signature)).toContain(paid)
    expect(await settle(others.dirtyMagicWallet, '0x01')).toContain(paid)
    expect(await settle(others.shortMagicWallet, '0x01')).not.toContain(paid)
    expect(await settle(others.returnBombWallet, '0x01')).not.toContain(paid)
    expect(await ask(others.dirtyMagicWallet)).toBe(true)
    expect(await ask(others.shortMagicWallet)).toBe(false)
    expect(await ask(others.returnBombWallet)).toBe(false)
  })
})
