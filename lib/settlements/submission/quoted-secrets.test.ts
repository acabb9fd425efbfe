import { expect } from 'vitest'
import { relayRpc } from '@/lib/chain/relay-rpc'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

test('hides the key that a node quotes in a refusal, where it is stored and where it is relayed', async ({
  solver,
  nodes: [node],
}) => {
  const { db } = solver.ctx
  const { pathname } = new URL(node.url)
  const ctx = createTestContext({
    db,
    rpcUrls: new Map([[1, node.url]]),
    environment: {
      EMBEDDED_CHAIN_IDS: '1',
      SOLVER_PRIVATE_KEY: solver.network.solver.privateKey,
    },
  })
  const message = `rejected POST ${pathname}`
  node.behave({ refuses: { eth_sendRawTransaction: message, eth_call: message } })
  const calls = [{ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{}] }] as const
  const [answer] = await relayRpc(ctx, { chainId: 1, calls, signal: AbortSignal.timeout(10_000) })
  expect(answer).toMatchObject({ error: { message: 'rejected POST [secret]' } })

  node.behave({ refuses: { eth_sendRawTransaction: message } })
  await solver.place(1, { sellAmount: 10n ** 17n })
  expect((await runRound(ctx, { chainId: 1, epoch: 1n })).state).toBe('failed')
  expect(await db.settlementTransaction.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
    state: 'abandoned',
    error: 'refused: rejected POST [secret]',
  })
})
