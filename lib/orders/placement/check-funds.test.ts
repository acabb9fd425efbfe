import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault, defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { approve } from '@/lib/testing/chain/chain-actions'
import { type OrderFixture, type Terms, trader } from '@/lib/testing/orders/order-fixture'
import { contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { placeOrder } from './place-order'

const ether = 10n ** 18n
const weth = getNetwork(1).wrappedNative
const otherAccount = getTestAccount(2)

let fixture: OrderFixture

test.beforeAll(({ orders }) => {
  fixture = orders
})

const code = (code: string) => expect.objectContaining({ code })

describe('balances in the Balancer vault', () => {
  const owner = getTestAccount(7)
  const vaultAbi = parseAbi([
    'function setRelayerApproval(address sender, address relayer, bool approved)',
    'function manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] ops) payable',
  ])
  const send = (data: Hex) =>
    sendTransaction(createRpc(fixture.network.rpcUrl), {
      from: owner.address,
      to: balancerVault,
      data,
    })
  const attempt = (change: Partial<Terms>) =>
    fixture.submit(change, { privateKey: owner.privateKey })

  test('are used once the owner has approved both the vault and the relayer', async () => {
    const approval = { token: weth, owner: owner.address, spender: balancerVault }
    await expect(attempt({ sellTokenBalance: 'external' })).rejects.toEqual(
      code('InsufficientAllowance'),
    )
    await approve(fixture.network.rpcUrl, { ...approval, amount: 100n * ether })
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

  test('are rejected where the vault has not authorised our relayer', async () => {
    const VAULT_RELAYER_CONTRACT = otherAccount.address
    const unauthorised = fixture.createContext(fixture.network.rpcUrl, { VAULT_RELAYER_CONTRACT })
    const place = async (change: Partial<Terms>) =>
      placeOrder(unauthorised, await fixture.sign(change))
    const sell = place({ sellTokenBalance: 'internal' })
    await expect(sell).rejects.toEqual(code('UnsupportedSellTokenSource'))
    const buy = place({ buyTokenBalance: 'internal' })
    await expect(buy).rejects.toEqual(code('UnsupportedBuyTokenDestination'))
  })
})

describe('an RPC outage', () => {
  test('is a temporary error, never a verdict on signature, balance or token', async () => {
    const dead = fixture.createContext('http://127.0.0.1:1')
    const cases = [
      await fixture.sign(),
      await fixture.sign({ buyToken: fixture.network.tokens.GNO ?? '0x' }),
      contractSubmission(fixture.terms(), {
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
