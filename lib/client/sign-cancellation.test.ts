import { createClient, custom } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { expect, test } from 'vitest'
import { createDemoProvider, demoAccount } from '@/lib/client/wallet/connectors/demo-provider'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { orderDomain } from '@/lib/core/order'
import { digestCancellations } from '@/lib/core/order-digest'
import { recoverSigner } from '@/lib/orders/signatures/signature'
import { signCancellation } from './sign-cancellation'

const owner = toAddress(demoAccount(2).address)
const uids: Hex[] = [`0x${'5e'.repeat(56)}`, `0x${'6f'.repeat(56)}`]
const request = { orderUids: uids, owner, chainId: 1, settlementContract: defaultSettlement }

const walletOf = (accountIndex: number, chainId = 1) => {
  const provider = createDemoProvider({ accountIndex, chainId, chains: [mainnet, sepolia] })
  return createClient({ transport: custom(provider) })
}

test('the owner signs the digest that the service verifies', async () => {
  const signature = await signCancellation(walletOf(2), request)
  const digest = digestCancellations(orderDomain(1, defaultSettlement), uids)
  expect(await recoverSigner(digest, { scheme: 'eip712', signature })).toBe(owner)
})

test('rejects a signature of another account', async () => {
  await expect(signCancellation(walletOf(3), request)).rejects.toMatchObject({
    reason: 'wrong-signer',
  })
})

test('does not prompt a wallet on another network', async () => {
  await expect(signCancellation(walletOf(2, 11_155_111), request)).rejects.toMatchObject({
    reason: 'wrong-domain',
  })
})
