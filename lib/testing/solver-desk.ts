import { hashTypedData } from 'viem'
import { sign } from 'viem/accounts'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Order } from '@/lib/core/order'
import { digestOf, type SolverStage, setUpSolverStage } from './solver-stage'
import { createTestDatabase } from './test-database'
import { startTestNetwork } from './test-network'

/** A stage for settling that a test file has for itself. */
export type SolverDesk = SolverStage & { readonly close: () => Promise<void> }

/** Opens the desk with epoch 1 of the auction's leadership; close it in `afterAll`. */
export async function openSolverDesk(
  environment: Readonly<Record<string, string>> = {},
): Promise<SolverDesk> {
  const [network, database] = await Promise.all([
    startTestNetwork({ chainId: 1 }),
    createTestDatabase(),
  ])
  const stage = await setUpSolverStage({ network, db: database.db, environment })
  const close = async () => {
    await Promise.all([network.stop(), database.drop()])
  }
  return { ...stage, close }
}

/** A Safe, its network (mainnet unless told) and the key of its one owner. */
type OwnedSafe = { readonly safe: Address; readonly ownerKey: Hex; readonly chainId?: number }

/** A Safe's signature over an order by its owner's key. */
export async function signAsSafe(order: Order, wallet: OwnedSafe): Promise<Hex> {
  return signDigestAsSafe(digestOf(order), wallet)
}

/** A Safe's signature over a digest by its owner's key. */
export async function signDigestAsSafe(
  digest: Hex,
  { safe, ownerKey, chainId = 1 }: OwnedSafe,
): Promise<Hex> {
  const hash = hashTypedData({
    domain: { chainId, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: digest },
  })
  return sign({ hash, privateKey: ownerKey, to: 'hex' })
}
