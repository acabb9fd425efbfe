import { encodeFunctionData, erc20Abi, keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getTestAccount } from '@/lib/devnet/accounts'
import type { Adversary } from '@/lib/testing/rehearsal/adversary'
import { until } from '@/lib/testing/until'

const attackerIndex = 8

/**
 * Somebody writes a settlement into the database that would take the contract's tokens, signed by a key of his own. The
 * service signs and sends nothing, and stops settling until the operator has looked.
 */
export const forgedRow: Adversary = {
  name: 'forged-row',
  submission: 'private',
  stopsSettling: true,
  start: async ({ stage, traders }) => {
    const { chain, ctx, solver, operate } = stage
    const { chainId, wrappedNative, name } = chain.network
    const attacker = privateKeyToAccount(getTestAccount(attackerIndex).privateKey)
    const nonce = Number(await chain.rpc('eth_getTransactionCount', [solver, 'latest']))
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [attacker.address, 10n ** 18n],
    })
    const rawTransaction = await attacker.signTransaction({
      ...{ type: 'eip1559', chainId, nonce, to: wrappedNative, data, gas: 100_000n },
      ...{ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n },
    })
    const { uid } = await traders.place()
    const at = new Date()
    const { id } = await ctx.db.settlementTransaction.create({
      data: {
        ...{ chainId, solverAddress: solver, nonce: BigInt(nonce), rawTransaction, epoch: 1n },
        ...{ txHash: keccak256(rawTransaction), state: 'prepared', orderUids: [uid] },
        ...{ deadlineBlock: 10n ** 12n, createdAt: at, updatedAt: at },
      },
    })
    await until(async () => (await ctx.db.settlingStop.count({ where: { chainId } })) > 0)
    return async () => {
      const row = await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { id } })
      if (row.state !== 'abandoned' || row.rawTransaction !== rawTransaction) {
        throw new Error(`the forged settlement became ${row.state}`)
      }
      const sent = chain.relay.received.map((raw) => parseTransaction(raw as `0x02${string}`).to)
      if (sent.some((to) => to?.toLowerCase() === wrappedNative)) throw new Error('it was signed')
      await operate('settlement', 'resume', name, '--reason', 'row removed', '--yes')
    }
  },
}
