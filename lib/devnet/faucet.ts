import { encodeFunctionData } from 'viem'
import type { Address } from '@/lib/core/address'
import type { DevnetToken } from '@/lib/devnet/networks/embedded-network'
import { operator } from './accounts'
import { atomsWorth, listDevnetTokens } from './embedded-networks'
import { marketMaker, marketMakerAbi } from './market/market-maker'
import { createRpc, type Receipt, sendTransaction } from './rpc'
/** US dollars of each token up to which the faucet tops an address up. */
export const faucetUsd = 10_000

/** US dollars of each token that the test accounts hold. */
export const testAccountUsd = 250_000

const faucetWei = 10n * 10n ** 18n

/**
 * Tops an address of an embedded network up to 10 native coins and {@link faucetUsd} of every token.
 *
 * A repeated request costs the chain one transaction and gives nothing.
 */
export async function giveTokens(
  network: { readonly rpcUrl: string; readonly chainId: number },
  address: Address,
): Promise<Receipt> {
  const rpc = createRpc(network.rpcUrl)
  const tokens = listDevnetTokens(network.chainId)
  return sendTransaction(rpc, topUpTransaction(address, { tokens, usd: faucetUsd }))
}

/** Returns the transaction by which the market maker tops an address up. */
export function topUpTransaction(
  to: Address,
  target: { readonly tokens: readonly DevnetToken[]; readonly usd: number },
): Parameters<typeof sendTransaction>[1] {
  const grants = target.tokens.map((token) => ({
    token: token.address,
    target: atomsWorth(token, target.usd),
  }))
  return {
    from: operator,
    to: marketMaker,
    data: encodeFunctionData({
      abi: marketMakerAbi,
      functionName: 'topUp',
      args: [to, faucetWei, grants],
    }),
    gas: 5_000_000,
  }
}
