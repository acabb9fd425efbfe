import { numberToHex } from 'viem'
import { sign } from 'viem/accounts'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer } from '@/lib/core/networks'
import type { NewOrder } from '@/lib/orders/order-record'
import { approve } from '@/lib/testing/chain/chain-actions'
import { deployWallet } from '@/lib/testing/chain/contract-wallet'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { digestOf, type SolverFixture } from './solver-fixture'

const ether = 10n ** 18n
let validTo = 4_100_000_000

/** Deploys a contract wallet (ERC-1271) with 100 WETH to sell. The byte `seed` repeated is its address, and its owner's key. */
export async function openWallet(fixture: SolverFixture, seed: string): Promise<Address> {
  const { network, rpc } = fixture
  const owner = addressOf(seed)
  const token = fixture.token('WETH')
  await deployWallet(network, { address: owner, ownerKey: keyOf(seed) })
  await rpc('anvil_dealERC20', [owner, token, numberToHex(100n * ether)])
  await rpc('anvil_setBalance', [owner, numberToHex(ether)])
  await rpc('anvil_impersonateAccount', [owner])
  await approve(network.rpcUrl, { token, owner, spender: defaultVaultRelayer, amount: maxUint256 })
  return owner
}

/** Places an order of that wallet: 1 WETH for at least one atom of USDC. */
export async function placeOfWallet(fixture: SolverFixture, seed: string): Promise<NewOrder> {
  const order = completeOrder({
    ...{ sellToken: fixture.token('WETH'), buyToken: fixture.token('USDC') },
    ...{ sellAmount: ether, buyAmount: 1n, validTo: validTo++ },
  })
  const signature = await sign({ hash: digestOf(order), privateKey: keyOf(seed), to: 'hex' })
  return fixture.placeSigned(order, { owner: addressOf(seed), signingScheme: 'eip1271', signature })
}

const addressOf = (seed: string): Address => `0x${seed.repeat(20)}`
const keyOf = (seed: string): Hex => `0x${seed.repeat(32)}`
