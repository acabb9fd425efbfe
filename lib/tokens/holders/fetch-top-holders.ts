import type { Context } from '@/lib/context'
import { zeroAddress } from '@/lib/core/address'
import { fetchEthplorerHolders } from './ethplorer'
import { fetchGoldrushHolders } from './goldrush'
import { byBalance, type Holder } from './holder'
import type { HolderQuestion } from './holder-question'
import { fetchMoralisHolders } from './moralis'

/**
 * The largest holders of a token by the first configured provider that knows it, in our order and without the zero
 * address; undefined when none is configured or all say that they know none.
 *
 * Embedded networks have the addresses of real ones, but not their holders: nobody is asked for them.
 *
 * @throws {ServiceError} InternalServerError when no provider knows it and one of them does not answer.
 */
export async function fetchTopHolders(
  ctx: Context,
  question: HolderQuestion,
): Promise<readonly Holder[] | undefined> {
  if (ctx.config.embeddedChainIds.includes(question.chainId)) return undefined
  const { moralis, ethplorer, goldrush } = ctx.config.providers
  const sources = [
    () => moralis && fetchMoralisHolders(ctx, moralis, question),
    () => ethplorer && fetchEthplorerHolders(ctx, ethplorer, question),
    () => goldrush && fetchGoldrushHolders(ctx, goldrush, question),
  ]
  let failure: unknown
  for (const source of sources) {
    try {
      const holders = await source()
      if (holders) return inOrder(holders, question.limit)
    } catch (error) {
      failure ??= error
    }
  }
  if (failure) throw failure
  return undefined
}

/** Largest first, then by address, each once. */
function inOrder(holders: readonly Holder[], limit: number): readonly Holder[] {
  const held = new Map(holders.map((holder) => [holder.address, holder]))
  return [...held.values()]
    .filter(({ address, balance }) => address !== zeroAddress && balance > 0n)
    .sort(byBalance)
    .slice(0, limit)
}
