import { expect, type Page } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { type InjectedWallet, injectWallet } from './injected-wallet'
import { fetchSettings } from './place-order'

const sepolia = 11_155_111

/** A new wallet of the browser on Sepolia, with the tokens and native coin that the faucet gives to whoever is new. */
export async function injectFundedWallet(page: Page, baseURL = ''): Promise<InjectedWallet> {
  const { networks } = await fetchSettings(baseURL)
  const known = networks.map(({ chainId, rpcUrl = '' }) => ({ chainId, rpcUrl }))
  const options = { networks: known, chainId: sepolia }
  const wallet = await injectWallet(page, { ...options, privateKey: generatePrivateKey() })
  const given = await fetch(`${baseURL}/sepolia/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: wallet.account.address }),
  })
  expect(given.status).toBe(200)
  return wallet
}
