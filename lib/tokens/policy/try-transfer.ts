import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { boundedSimulation } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { askBalance, callToken, sentPart } from '@/lib/tokens/token-calls'

type Trial = {
  readonly chainId: number
  readonly token: Address
  /** An account with a token balance. */
  readonly holder: Address
}

/** An address that nobody uses. */
const recipient: Address = '0xc01c1de0c01c1de0c01c1de0c01c1de0c01c1de1'

/**
 * Simulates a transfer of 1 % of a holder's balance at the latest block and returns how much arrives; undefined when
 * the balance is too small.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer.
 */
export async function tryTransfer(
  ctx: Context,
  { chainId, token, holder }: Trial,
): Promise<'all' | 'less' | 'fails' | undefined> {
  const held = await boundedSimulation(ctx, { chainId, calls: [askBalance(token, holder)] })
  const sent = (wordAt(held?.[0]?.returnData, 0) ?? 0n) / sentPart
  if (sent === 0n) return undefined
  const balance = askBalance(token, recipient)
  const args = [recipient, sent]
  const transfer = callToken({ from: holder, token, functionName: 'transfer', args })
  const calls = [balance, transfer, balance]
  const [before, moved, after] = (await boundedSimulation(ctx, { chainId, calls })) ?? []
  if (!moved?.succeeded) return 'fails'
  const arrived = (wordAt(after?.returnData, 0) ?? 0n) - (wordAt(before?.returnData, 0) ?? 0n)
  return arrived < sent ? 'less' : 'all'
}
