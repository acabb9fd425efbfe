import type { EIP1193Provider } from 'viem'
import { type CreateConnectorFn, injected } from 'wagmi'
import { isFramed } from './safe-app'

/** Whether a browser is one of a phone, by what it says of itself. */
export function isPhone(userAgent: string): boolean {
  return /android|iphone|ipad|ipod/i.test(userAgent)
}

type WalletWindow = { readonly ethereum?: EIP1193Provider }

/**
 * The wallet that shows this page in its own browser on a phone; undefined elsewhere. It is asked for its accounts at
 * once: the question for permissions that comes first on computers is never answered by some of them.
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

/** What the wallet that shows this page says of itself (EIP-6963); undefined where it does not. */
function announcedBy(ethereum: EIP1193Provider): Announced['info'] | undefined {
  const announced: Announced[] = []
  const hear = (event: Event) => announced.push((event as CustomEvent<Announced>).detail)
  addEventListener('eip6963:announceProvider', hear)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', hear)
  // In the browser of a wallet there is no other one; some announce a wrapper of what they inject.
  const own = announced.find(({ provider }) => provider === ethereum) ?? announced[0]
  return own?.info
}

/** Whether whoever shows this page may be a wallet: one that has a browser on a phone, or a Safe around its frame. */
export const bringsWallet = (): boolean => isFramed() || phoneWallet() !== undefined
