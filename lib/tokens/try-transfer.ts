import { encodeFunctionData } from 'viem'
import { boundedSimulation, type SimulatedCall } from '@/lib/chain/bounded-simulation'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'

type Trial = {
  readonly chainId: number
  readonly token: Address
  /** An account that holds the token. */
  readonly holder: Address
}

/** An account that nobody has. */
const recipient: Address = '0xc01c1de0c01c1de0c01c1de0c01c1de0c01c1de1'

/** Gas of a call that moves or tells balances: some tokens ask others first. */
const callGas = 500_000n

/**
 * How much of a hundredth of what a holder has arrives when it is sent, in a simulation on the newest block; undefined
 * where he has too little.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say.
 */
export async function tryTransfer(
  ctx: Context,
  { chainId, token, holder }: Trial,
): Promise<'all' | 'less' | 'fails' | undefined> {
  const play = (calls: readonly SimulatedCall[]) => boundedSimulation(ctx, { chainId, calls })
  const call = (functionName: 'balanceOf' | 'transfer', args: readonly unknown[]) => ({
    from: holder,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]),
    gas: callGas,
  })
  const [held] = (await play([call('balanceOf', [holder])])) ?? []
  const sent = wordOf(held?.returnData) / 100n
  if (sent === 0n) return undefined
  const balance = call('balanceOf', [recipient])
  const played = await play([balance, call('transfer', [recipient, sent]), balance])
  const [before, moved, after] = played ?? []
  if (!moved?.succeeded) return 'fails'
  return wordOf(after?.returnData) - wordOf(before?.returnData) < sent ? 'less' : 'all'
}

function wordOf(data = '0x'): bigint {
  return data.length < 66 ? 0n : BigInt(data.slice(0, 66))
}
