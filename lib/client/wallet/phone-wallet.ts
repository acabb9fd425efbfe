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
  const target = { id: 'phone', name: 'This wallet’s browser', provider: ethereum }
  return injected({ shimDisconnect: false, target: () => target as never })
}

/** Whether whoever shows this page may be a wallet: one that has a browser on a phone, or a Safe around its frame. */
export const bringsWallet = (): boolean => isFramed() || phoneWallet() !== undefined
