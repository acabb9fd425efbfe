import { keccak256 } from 'viem'
import {
  knownContracts,
  untrustedContracts,
  withReceiverCode,
} from '@/lib/auctions/build/revert-risk'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { inTransaction } from '@/lib/db/database'
import { listOrdersByUids } from '@/lib/orders/order-store'
import type { SettlementTransaction } from '@/lib/settlements/submission/transaction-store'
import { insertBurn } from './burner-store'

/**
 * Gas beyond the simulation that is no burn: price moves cross ticks, and owners may spend a token's last atoms in
 * between, which writes another storage slot.
 */
const tolerance = { parts: 115n, of: 100n, more: 20_000n }

/**
 * Compares the gas of a mined settlement, a reverted one included, with its simulation. If it used much more, every
 * untrusted contract that its orders ran has burned gas, since the guilty one is unknown ({@link insertBurn}). Never
 * throws: a failed comparison is logged.
 */
export async function recordBurns(
  ctx: Context,
  { chainId, simulatedGas, orderUids }: SettlementTransaction,
  txHash: Hex,
): Promise<void> {
  if (simulatedGas === undefined) return
  try {
    const { client } = ctx.chain(chainId)
    const { gasUsed } = await client.getTransactionReceipt({ hash: txHash })
    if (gasUsed <= (simulatedGas * tolerance.parts) / tolerance.of + tolerance.more) return
    const contracts = await listUntrusted(ctx, chainId, orderUids)
    const gas = gasUsed - simulatedGas
    ctx.log.warn({ chainId, txHash, gasUsed, simulatedGas, contracts }, 'settlement burned gas')
    const hashes = await Promise.all(
      contracts.map(async (address) => keccak256((await client.getCode({ address })) ?? '0x')),
    )
    const burnedAt = new Date(ctx.now())
    await inTransaction(ctx.db, async (tx) => {
      for (const [index, address] of contracts.entries()) {
        const codeHash = hashes[index] ?? '0x'
        await insertBurn(tx, { chainId, address, codeHash, gas, txHash, burnedAt })
      }
    })
  } catch (error) {
    ctx.log.warn({ error, chainId, txHash }, 'gas of a settlement not compared with its simulation')
  }
}

/** The untrusted contracts that these orders run, in a fixed order, so that two writers cannot lock each other. */
async function listUntrusted(
  ctx: Context,
  chainId: number,
  orderUids: readonly Hex[],
): Promise<Address[]> {
  const known = knownContracts(ctx, chainId)
  const stored = await listOrdersByUids(ctx.db, orderUids)
  const orders = await withReceiverCode(ctx, { chainId }, stored)
  return [...new Set(orders.flatMap((order) => untrustedContracts(order, known)))].sort()
}
