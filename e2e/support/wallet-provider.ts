import type { Page } from '@playwright/test'

type Answer = { result: unknown } | { error: { code: number; message: string } }

/** Handles a JSON-RPC request; a thrown error's `code` and message are passed to the page. */
type Handle = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Injects an EIP-6963 wallet named "Test wallet", handled in the test process, into every page from now on. */
export async function injectProvider(page: Page, handle: Handle): Promise<void> {
  const answer = async (method: string, params: readonly unknown[]): Promise<Answer> => {
    try {
      return { result: await handle(method, params) }
    } catch (error) {
      const { code, message } = error as { code?: number; message: string }
      return { error: { code: code ?? -32603, message } }
    }
  }
  await page.exposeFunction('__walletRequest', answer)
  await page.addInitScript(announceWallet)
}

/** Runs in the page: an EIP-1193 provider that forwards to the test process, announced by EIP-6963. */
function announceWallet() {
  type Forward = (method: string, params: unknown) => Promise<Answer>
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown }) => {
      const forward = (window as unknown as { __walletRequest: Forward }).__walletRequest
      const answer = await forward(method, params)
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') {
        const [{ chainId }] = params as [{ chainId: string }]
        for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
      }
      return answer.result
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => {
      listeners.get(event)?.delete(listener)
    },
  }
  window.addEventListener('test-wallet-chain', (event) => {
    const chainId = (event as CustomEvent<string>).detail
    for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
  })
  window.addEventListener('test-wallet-accounts', (event) => {
    const accounts = (event as CustomEvent<string[]>).detail
    for (const listener of listeners.get('accountsChanged') ?? []) listener(accounts)
  })
  const info = {
    uuid: '5f3c1c8e-0d1a-4d3e-9a53-9f3f0b6c7a11',
    name: 'Test wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>',
    rdns: 'test.wallet',
  }
  const announce = () => {
    const detail = Object.freeze({ info, provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
