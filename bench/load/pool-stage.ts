import { join } from 'node:path'
import { encodeFunctionData } from 'viem'
import { type Address, toAddress } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { migrate } from '@/lib/db/migrate'
import { operator } from '@/lib/devnet/accounts'
import plain from '@/lib/devnet/contracts/artifacts/token.json' with { type: 'json' }
import { ownArtifact } from '@/lib/devnet/deploy/deploy-tokens'
import { getFactories } from '@/lib/devnet/deploy/deploy-uniswap'
import { placeContract } from '@/lib/devnet/deploy/place-contract'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { marketMaker, marketMakerAbi } from '@/lib/devnet/market/market-maker'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { createRpc, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { createTestContext } from '@/lib/testing/test-context'

const chainId = 1
const bases = ['WETH', 'USDC', 'USDT', 'DAI']

/** A token of the stage; dollars per whole token. */
type StageToken = { readonly address: Address; readonly decimals: number; readonly usd: number }

/**
 * Opens an embedded mainnet with `pools` more constant-product pools, and a database that knows them. `tokens`
 * made-up tokens trade against four base tokens, the remaining pools against one another, at prices that differ by
 * less than the fees.
 */
export async function openPoolStage(
  folder: string,
  size: { readonly tokens: number; readonly pools: number },
) {
  const dataDir = join(folder, 'data')
  const [network, postgres] = await Promise.all([
    startTestNetwork({ chainId }),
    startPostgres({ dataDir, logFile: join(folder, 'postgres.log') }),
  ])
  const rpc = createRpc(network.rpcUrl)
  await makePools(rpc, size)
  const url = postgres.url('postgres')
  await migrate(url)
  const ctx = createTestContext({ url, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  while (!(await discoverPools(ctx, { chainId })));
  return {
    ctx,
    network,
    /** Settings of a web process on this stage. */
    environment: {
      DATABASE_URL: url,
      RPC_URL_1: network.rpcUrl,
      EMBEDDED_CHAIN_IDS: String(chainId),
      LOG_LEVEL: 'warn',
    },
    close: async () => {
      await ctx.db.$disconnect()
      await Promise.all([network.stop(), postgres.stop()])
    },
  }
}

async function makePools(
  rpc: Rpc,
  { tokens, pools }: { readonly tokens: number; readonly pools: number },
): Promise<void> {
  const random = seededRandom(11)
  const known: readonly StageToken[] = listDevnetTokens(chainId).filter(({ symbol }) =>
    bases.includes(symbol),
  )
  const made: StageToken[] = []
  for (let i = 0; i < tokens; i += 1) {
    const address = toAddress(`0x${(0x5000 + i).toString(16).padStart(40, '7')}`)
    const args = [`Stage ${i}`, `S${i}`, 18, marketMaker]
    await placeContract(rpc, { ...ownArtifact(plain), address, args })
    made.push({ address, decimals: 18, usd: 10 ** (4 * random() - 2) })
  }
  const pairs = made.flatMap((token) => known.map((base) => [token, base] as const))
  for (let step = 1; pairs.length < pools; step += 1) {
    pairs.push(...made.slice(step).map((token, i) => [token, made[i] as StageToken] as const))
  }
  const factory = getFactories(chainId).v2
  for (const [first, second] of pairs.slice(0, pools)) {
    const depth = 10 ** (4 + 2 * random())
    const noise = 1 + 0.002 * (2 * random() - 1)
    const amount = ({ decimals, usd }: StageToken, factor: number) =>
      (BigInt(Math.round((depth / usd) * factor * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
    const sides = [
      [first.address, amount(first, noise)],
      [second.address, amount(second, 1)],
    ] as const
    const [low, high] = [...sides].sort(([a], [b]) => (a < b ? -1 : 1)) as [
      (typeof sides)[0],
      (typeof sides)[0],
    ]
    const args = [factory, low[0], high[0], low[1], high[1]] as const
    const data = encodeFunctionData({ abi: marketMakerAbi, functionName: 'addV2', args })
    await sendTransaction(rpc, { from: operator, to: marketMaker, data, gas: 12_000_000 })
  }
}

/** Returns the addresses of the stage's base tokens. */
export function stageBases(): Readonly<Record<'weth' | 'usdc', Address>> {
  const { wrappedNative, usdToken } = getNetwork(chainId)
  return { weth: wrappedNative, usdc: usdToken }
}
