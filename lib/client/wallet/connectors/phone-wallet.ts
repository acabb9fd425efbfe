import type { EIP1193Provider } from 'viem'
import { type CreateConnectorFn, injected } from 'wagmi'
import { isFramed } from './safe-app'

/** Returns whether a browser identifies as a phone's. */
export function isPhone(userAgent: string): boolean {
  return /android|iphone|ipad|ipod/i.test(userAgent)
}

type WalletWindow = { readonly ethereum?: EIP1193Provider }

/**
 * Returns the wallet whose in-app browser shows this page on a phone; undefined elsewhere. It requests accounts
 * directly: some such wallets never answer the permission request that desktop wallets expect first.
 */
export function phoneWallet(): CreateConnectorFn | undefined {
  if (typeof window === 'undefined' || !isPhone(navigator.userAgent)) return undefined
  const { ethereum } = window as WalletWindow
  if (!ethereum) return undefined
  const { name = 'This wallet’s browser', icon } = announcedBy(ethereum) ?? {}
  const target = { id: 'phone', name, provider: ethereum, ...(icon && { icon }) }
  return injected({ shimDisconnect: false, target: () => target as never })
}

type Announced = {
  readonly info: { readonly name: string; readonly icon: string }
  readonly provider: unknown
}

/** The embedding wallet's metadata (EIP-6963); undefined if it announces none. */
function announcedBy(ethereum: EIP1193Provider): Announced['info'] | undefined {
  const announced: Announced[] = []
  const onAnnounce = (event: Event) => announced.push((event as CustomEvent<Announced>).detail)
  addEventListener('eip6963:announceProvider', onAnnounce)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', onAnnounce)
  // An in-app browser has no other wallet; some announce a wrapper of their injected provider.
  const own = announced.find(({ provider }) => provider === ethereum) ?? announced[0]
  return own?.info
}

/** Returns whether this page may be embedded by a wallet: an in-app browser, or a Safe. */
export const isOpenedByWallet = (): boolean => isFramed() || phoneWallet() !== undefined
