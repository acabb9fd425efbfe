import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { createPublicClient, getAddress, type Hex, http } from 'viem'
import { createSafe, type SafeCall, type SafeProposal } from './safe-wallet'

/** A fake Safe website that shows the app of its `appUrl` parameter in a frame. */
export type SafePages = { readonly origin: string; stop(): Promise<void> }

/**
 * Serves the fake Safe website on localhost, cross-site to the service at 127.0.0.1. Browsers do not let public sites
 * frame local ones.
 */
export async function serveSafePages(): Promise<SafePages> {
  const server = createServer((request, response) => {
    const appUrl = new URL(request.url ?? '', 'http://localhost').searchParams.get('appUrl') ?? ''
    response.writeHead(200, { 'content-type': 'text/html' }).end(safePage(appUrl))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A Safe whose website shows the service in a frame. */
export type FramingSafe = {
  readonly address: string
  /** The frame with the service. */
  readonly app: FrameLocator
  /** Proposed transactions, oldest first. */
  readonly queue: readonly QueuedCalls[]
}

type QueuedCalls = SafeProposal & {
  /** Number of confirmations, including the proposer's. */
  confirmations: number
  /** Chain transaction hash, once executed. */
  executed: Hex | undefined
}

type Setting = {
  readonly pages: SafePages
  readonly appUrl: string
  readonly rpcUrl: string
  readonly chainId: number
  /** Whether the viewer is not an owner. */
  readonly isReadOnly?: boolean
}

/** Creates a 2-of-3 Safe and opens an app in its website. */
export async function openSafeApp(page: Page, setting: Setting): Promise<FramingSafe> {
  const { pages, appUrl, rpcUrl, chainId, isReadOnly = false } = setting
  const safe = await createSafe(rpcUrl, { owners: 3, threshold: 2 })
  const reader = createPublicClient({ transport: http(rpcUrl) })
  const queue: QueuedCalls[] = []
  const find = (hash: unknown) => {
    const found = queue.find((calls) => calls.hash === hash)
    if (!found) throw new Error('unknown transaction')
    return found
  }
  const answer = async (method: string, params: never): Promise<unknown> => {
    switch (method) {
      case 'getSafeInfo': {
        const owners = safe.owners.map((owner) => getAddress(owner))
        const safeAddress = getAddress(safe.address)
        return { safeAddress, chainId, threshold: 2, owners, isReadOnly }
      }
      case 'getEnvironmentInfo':
        return { origin: pages.origin }
      case 'rpcCall': {
        const { call, params: values } = params as { call: string; params: unknown }
        return reader.request({ method: call, params: values } as never)
      }
      case 'sendTransactions': {
        const { txs } = params as { txs: SafeCall[] }
        const calls = await safe.propose(txs)
        queue.push({ ...calls, confirmations: 1, executed: undefined })
        return { safeTxHash: calls.hash }
      }
      case 'getTxBySafeTxHash': {
        const { confirmations, executed } = find((params as { safeTxHash: Hex }).safeTxHash)
        return {
          txStatus: executed ? 'SUCCESS' : 'AWAITING_CONFIRMATIONS',
          ...(executed && { txHash: executed }),
          detailedExecutionInfo: {
            ...{ type: 'MULTISIG', confirmationsRequired: 2 },
            confirmations: safe.owners
              .slice(0, confirmations)
              .map((value) => ({ signer: { value } })),
          },
        }
      }
      default:
        throw new Error(`${method} is not supported`)
    }
  }
  await page.exposeFunction('__askSafe', async (method: string, params: never) =>
    answer(method, params).then(
      (data) => ({ success: true, data }),
      (error: Error) => ({ success: false, error: error.message }),
    ),
  )
  await page.goto(`${pages.origin}/apps/open?appUrl=${encodeURIComponent(appUrl)}`)
  return { address: safe.address, app: page.frameLocator('iframe'), queue }
}

/** Confirms as the second owner. */
export async function confirmCalls(calls: QueuedCalls): Promise<void> {
  await calls.confirm()
  calls.confirmations = 2
}

/** Executes the confirmed transaction as the first owner. */
export async function executeCalls(calls: QueuedCalls): Promise<void> {
  calls.executed = await calls.execute()
}

/** HTML of the Safe website: frames the app and answers its Safe Apps SDK messages. */
const safePage = (appUrl: string): string => `<!doctype html>
<title>Safe</title>
<style>body { margin: 0 } iframe { border: 0; width: 100vw; height: 100vh }</style>
<iframe title="app" src="${appUrl}"></iframe>
<script>
  addEventListener('message', async ({ data, source, origin }) => {
    if (origin !== new URL('${appUrl}').origin || !data.method) return
    const answer = await window.__askSafe(data.method, data.params)
    source.postMessage({ id: data.id, version: '9.1.0', ...answer }, origin)
  })
</script>`
