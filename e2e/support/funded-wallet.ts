import type { Page } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { fund } from './fund'
import { type InjectedWallet, injectWallet } from './injected-wallet'
import { fetchSettings } from './place-order'

const sepolia = 11_155_111

/**
 * Injects a new browser wallet, funded by the Sepolia faucet. It is on Sepolia and knows all networks, or knows and is
 * on `only`.
 */
export async function injectFundedWallet(
  page: Page,
  baseURL = '',
  only?: number,
): Promise<InjectedWallet> {
  const { networks } = await fetchSettings(baseURL)
  const known = networks
    .map(({ chainId, rpcUrl = '' }) => ({ chainId, rpcUrl }))
    .filter(({ chainId }) => only === undefined || chainId === only)
  const options = { networks: known, chainId: only ?? sepolia }
  const wallet = await injectWallet(page, { ...options, privateKey: generatePrivateKey() })
  await fund(baseURL, wallet.account.address)
  return wallet
}
