import type { ServedNetwork } from '@/components/app/settings'
import { shortAddress } from '@/components/wallet/short-address'
import type { Holding, NamedHolding } from '@/lib/client/portfolio/portfolio'
import type { PortfolioSummary } from '@/lib/client/portfolio/summary'
import { nativeToken } from '@/lib/core/address'
import type { NetworkState } from './use-portfolio'

/** A token of an account on one of the networks. */
export type PlacedToken = {
  readonly network: ServedNetwork
  readonly holding: Holding
  readonly symbol: string
  /** What the texts need. */
  readonly named: NamedHolding
}

/** Returns the tokens of all networks: most valuable first, then without a price, then not held; testnets last. */
export function placedTokens(states: readonly NetworkState[]): readonly PlacedToken[] {
  return states
    .flatMap(({ network, portfolio }) =>
      (portfolio?.holdings ?? []).map((holding) => placeToken(network, holding)),
    )
    .toSorted((a, b) => Number(isTest(a)) - Number(isTest(b)) || rankOf(b) - rankOf(a))
}

/** Returns the tokens of the networks that the total includes. */
export function countedTokens(
  { networks }: Pick<PortfolioSummary, 'networks'>,
  tokens: readonly PlacedToken[],
): readonly PlacedToken[] {
  const counted = new Set(networks.flatMap(({ chainId, isCounted }) => (isCounted ? chainId : [])))
  return tokens.filter(({ network }) => counted.has(network.chainId))
}

function placeToken(network: ServedNetwork, holding: Holding): PlacedToken {
  const { token, decimals } = holding
  const symbol =
    token === nativeToken ? network.nativeSymbol : (holding.symbol ?? shortAddress(token))
  return { network, holding, symbol, named: { token, decimals, symbol } }
}

const isTest = ({ network }: PlacedToken) => !network.realMoney

const rankOf = ({ holding: { balance, usd } }: PlacedToken) => (balance === 0n ? -2 : (usd ?? -1))
