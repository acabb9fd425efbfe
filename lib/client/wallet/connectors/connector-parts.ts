import { type Address, type Chain, SwitchChainError } from 'viem'

type ConnectOptions = { readonly withCapabilities?: boolean | undefined }

/** Formats a wallet's accounts for wagmi, which has a separate form with capabilities. */
export function connectedAccounts(
  accounts: readonly Address[],
  { withCapabilities }: ConnectOptions,
) {
  const shown = withCapabilities
    ? accounts.map((address) => ({ address, capabilities: {} }))
    : accounts
  return shown as never
}

/**
 * Returns the served chain with an id.
 * @throws {SwitchChainError} if there is none.
 */
export function servedChain(chains: readonly Chain[], chainId: number): Chain {
  const chain = chains.find(({ id }) => id === chainId)
  if (!chain) throw new SwitchChainError(new Error(`network ${chainId} is not served here`))
  return chain
}
