import { type Address, type Chain, SwitchChainError } from 'viem'

type Asked = { readonly withCapabilities?: boolean | undefined }

/** The accounts of a wallet as wagmi asks for them: it has its own form for those whose capabilities it wants. */
export function connectedAccounts(accounts: readonly Address[], { withCapabilities }: Asked) {
  const shown = withCapabilities
    ? accounts.map((address) => ({ address, capabilities: {} }))
    : accounts
  return shown as never
}

/**
 * The chain of a network that is served here.
 *
 * @throws {SwitchChainError} when none is.
 */
export function servedChain(chains: readonly Chain[], chainId: number): Chain {
  const chain = chains.find(({ id }) => id === chainId)
  if (!chain) throw new SwitchChainError(new Error(`network ${chainId} is not served here`))
  return chain
}
