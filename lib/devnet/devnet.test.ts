import { readFileSync, rmSync, truncateSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseAbiItem,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowList } from './deploy/deploy-settlement'
import type { DevnetDescription } from './describe-network'
import { type Devnet, startDevnet } from './devnet'
import { listDevnetTokens } from './embedded-networks'
import { startMarket } from './market/market'
import { marketMaker, marketMakerAbi } from './market/market-maker'
import { createRpc, sendTransaction } from './rpc'

const chainId = 11155111
let dataDir: string
let devnet: Devnet

const start = () => startDevnet({ dataDir, chainIds: [chainId], host: '127.0.0.1' })
const stateFile = () => join(dataDir, 'chains', `${chainId}.json`)
const rpcUrl = () => devnet.networks[chainId]!.rpcUrl
const client = () => createPublicClient({ transport: http(rpcUrl()) })
const description = () =>
  JSON.parse(readFileSync(join(dataDir, 'devnet.json'), 'utf8')) as DevnetDescription

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coincide-devnet-'))
  devnet = await start()
})
afterAll(async () => {
  await devnet?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const usdc = () => description().networks[chainId]!.tokens.USDC!
const balanceOf = (account: Hex) =>
  client().readContract({
    address: usdc(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })

async function transferUsdc(atoms: bigint): Promise<{ to: Hex; balance: bigint }> {
  const to = '0x00000000000000000000000000000000000000aa'
  const { address: from } = description().accounts[0]!
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, atoms] })
  await sendTransaction(createRpc(rpcUrl()), { from, to: usdc(), data })
  return { to, balance: await balanceOf(to) }
}

async function untilAnswer(): Promise<void> {
  for (let i = 0; i < 200; i += 1) {
    if (
      await client()
        .getBlockNumber()
        .catch(() => undefined)
    )
      return
    await delay(100)
  }
  throw new Error('no answer')
}

test('devnet.json lists the network, its tokens, the accounts and the solver', () => {
  const { networks, accounts, solver, fixtures } = description()
  expect(networks[chainId]!.rpcUrl).toBe(rpcUrl())
  expect(Object.keys(networks[chainId]!.tokens)).toEqual(['WETH', 'USDC', 'COW', 'DAI'])
  expect(accounts).toHaveLength(10)
  expect(accounts[0]).toEqual({
    address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  })
  expect(solver).toEqual(accounts[9])
  expect(fixtures).toBeUndefined()
  expect(devnet.networks[chainId]!.isNew).toBe(true)
})

test('the history moves every token at 288 or more five-minute points, up to the present', async () => {
  const pools = await Promise.all(
    Array.from({ length: 11 }, (_, index) =>
      client().readContract({
        address: marketMaker,
        abi: marketMakerAbi,
        functionName: 'pools',
        args: [BigInt(index)],
      }),
    ),
  )
  const swaps = await client().getLogs({
    address: pools.map(([pool]) => pool),
    events: [
      parseAbiItem(
        'event Swap(address indexed sender, address indexed to, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
      ),
      parseAbiItem('event Sync(uint112 reserve0, uint112 reserve1)'),
    ],
    fromBlock: 0n,
  })
  for (const token of listDevnetTokens(chainId)) {
    const own = pools.filter(([, , a, b]) => [a, b].some((t) => t.toLowerCase() === token.address))
    const addresses = new Set(own.map(([pool]) => pool.toLowerCase()))
    const blocks = new Set(
      swaps.filter((log) => addresses.has(log.address)).map((log) => log.blockNumber),
    )
    expect(blocks.size, token.symbol).toBeGreaterThanOrEqual(288)
  }
  const first = await client().getBlock({ blockNumber: 1n })
  const last = await client().getBlock()
  expect(Number(last.timestamp - first.timestamp)).toBeGreaterThan(86_400)
  expect(Math.abs(Number(last.timestamp) - Date.now() / 1000)).toBeLessThan(30)
})

test('the market keeps trading, and a transaction is mined at once', async () => {
  const before = await client().getBlockNumber()
  const market = await startMarket({ rpcUrl: rpcUrl(), chainId })
  await expect.poll(() => client().getBlockNumber()).toBeGreaterThan(before)
  await market.stop()
})

test('a restart keeps balances, the allow-list, the port and the history', async () => {
  const { to, balance } = await transferUsdc(5n)
  const url = rpcUrl()
  await devnet.stop()
  devnet = await start()
  expect(devnet.networks[chainId]!.isNew).toBe(false)
  expect(rpcUrl()).toBe(url)
  expect(await balanceOf(to)).toBe(balance)
  const listed = await client().readContract({
    address: allowList,
    abi: parseAbi(['function isSolver(address) view returns (bool)']),
    functionName: 'isSolver',
    args: [description().solver.address],
  })
  expect(listed).toBe(true)
  const block = await client().getBlock({ blockNumber: 100n, includeTransactions: true })
  expect(block.transactions[0]?.hash).toBeDefined()
})

test('restarts a killed chain on the same port', async () => {
  process.kill(devnet.networks[chainId]!.pid, 'SIGKILL')
  await delay(200)
  await untilAnswer()
  expect(await client().getChainId()).toBe(chainId)
})

test('falls back to the last good copy of a truncated state file', {
  tags: ['long-only'],
}, async () => {
  const { to, balance } = await transferUsdc(7n)
  await devnet.stop()
  truncateSync(stateFile(), 1000)
  devnet = await start()
  expect(devnet.networks[chainId]!.isNew).toBe(false)
  expect(await balanceOf(to)).toBe(balance)
})

test('rebuilds the network if no state is valid', { tags: ['long-only'] }, async () => {
  await devnet.stop()
  truncateSync(stateFile(), 1000)
  truncateSync(stateFile().replace('.json', '.good.json'), 1000)
  devnet = await start()
  expect(devnet.networks[chainId]!.isNew).toBe(true)
})

test('reports a port that is in use, and leaves nothing behind', {
  tags: ['long-only'],
}, async () => {
  const port = Number(new URL(rpcUrl()).port)
  const other = await mkdtemp(join(tmpdir(), 'coincide-devnet-'))
  const options = { dataDir: other, chainIds: [100], host: '127.0.0.1', ports: { 100: port } }
  await expect(startDevnet(options)).rejects.toThrow(`port ${port}`)
  rmSync(other, { recursive: true, force: true })
})
