import type { Context } from '@/lib/context'
import { zeroAddress } from '@/lib/core/address'
import { fetchEthplorerHolders } from './ethplorer'
import { fetchGoldrushHolders } from './goldrush'
import { byBalance, type Holder } from './holder'
import type { HolderQuestion } from './holder-question'
import { fetchMoralisHolders } from './moralis'

/**
 * Fetches the largest holders of a token from the first configured provider that knows it, sorted and without the zero
 * address; undefined when none is configured or none knows any.
 *
 * Sends no request for embedded networks, which share addresses with real ones but not holders.
 *
 * @throws {ServiceError} InternalServerError when no provider knows it and one does not answer.
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

/** Sorts by balance, then address; removes duplicates. */
function inOrder(holders: readonly Holder[], limit: number): readonly Holder[] {
  const held = new Map(holders.map((holder) => [holder.address, holder]))
  return [...held.values()]
    .filter(({ address, balance }) => address !== zeroAddress && balance > 0n)
    .sort(byBalance)
    .slice(0, limit)
}
