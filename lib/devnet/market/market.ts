import { setTimeout as delay } from 'node:timers/promises'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { readOpening } from './history'
import { createMarket, keepStale, moveTransaction, nudgeOne } from './market-step'
import { createVaultMarket, moveVaultTransaction } from './vault-market'

/** Minimum and maximum pause between two moves of the market. */
const shortestPauseMs = 40_000
const longestPauseMs = 60_000

/**
 * Keeps an embedded network trading: every 40 to 60 seconds one transaction makes a small trade in one pool and
 * rebalances the pools that other trades, or the next step of the price walk, left off target.
 *
 * `seed` must be that of its history. Skips a turn while the chain does not answer.
 */
export async function startMarket(options: {
  readonly rpcUrl: string
  readonly chainId: number
  readonly seed?: number
}): Promise<{ readonly stop: () => Promise<void> }> {
  const rpc = createRpc(options.rpcUrl)
  const openedAt = await readOpening(rpc)
  const market = createMarket({ ...options, openedAt })
  const vaultMarket = createVaultMarket({ ...options, openedAt })
  const ended = new AbortController()
  const trade = async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const targets = nudgeOne(market(seconds), Math.random())
    await sendTransaction(rpc, moveTransaction(await keepStale(rpc, targets)))
    await sendTransaction(rpc, moveVaultTransaction(vaultMarket(seconds)))
  }
  const run = async () => {
    while (!ended.signal.aborted) {
      await trade().catch(() => {})
      const pauseMs = shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs)
      await delay(pauseMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const running = run()
  const stop = async () => {
    ended.abort()
    await running
  }
  return { stop }
}
