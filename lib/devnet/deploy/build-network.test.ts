import { createPublicClient, erc20Abi, http, parseAbi, toEventSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multicall3 } from '@/lib/core/multicall3'
import {
  balancerVault,
  defaultSettlement,
  defaultVaultRelayer,
  getNetwork,
} from '@/lib/core/networks'
import {
  listDevnetPools,
  listDevnetTokens,
  listDevnetVaultPools,
} from '@/lib/devnet/embedded-networks'
import { marketMaker, marketMakerAbi } from '@/lib/devnet/market/market-maker'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'
import { getVaultFactory } from './deploy-balancer'
import { allowList, balancerAuthorizer } from './deploy-settlement'
import { getFactories, uniswapPeriphery } from './deploy-uniswap'
import { safeContracts } from './fixtures'

const stackAbi = parseAbi([
  'function domainSeparator() view returns (bytes32)',
  'function vaultRelayer() view returns (address)',
  'function authenticator() view returns (address)',
  'function settlement() view returns (address)',
  'function vault() view returns (address)',
  'function isSolver(address account) view returns (bool)',
  'function getActionId(bytes4 selector) view returns (bytes32)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function WETH() view returns (address)',
  'function factory() view returns (address)',
  'function getPoolId() view returns (bytes32)',
  'function getPoolTokens(bytes32 poolId) view returns (address[], uint256[], uint256)',
])
const poolCreated = toEventSelector('PoolCreated(address)')

type PoolTokens = readonly [tokens: readonly string[], balances: readonly bigint[], block: bigint]

/** EIP-712 domain separators of the public settlement contract. */
const separators = {
  1: '0xc078f884a2676e1345748b1feace7b0abee5d00ecadb6e574dcdd109a63e8943',
  100: '0x8f05589c4b810bc2f706854508d66d447cd971f8354a4bb0b3471ceb0a466bc7',
  42161: '0x69d78e7a7cafcaf924483f99f65e8f4e303a99a446db7ab319f9d40e940bced2',
  8453: '0xd72ffa789b6fae41254d0b5a13e6e1e92ed947ec6a251edf1cf0b6c02c257b4b',
  11155111: '0xdaee378bd0eb30ddf479272accf91761e697bc00e067a268f95f1d2732ed230b',
}

describe.each(Object.entries(separators))('the embedded network %s', (id, separator) => {
  const chainId = Number(id)
  let network: TestNetwork
  let client: ReturnType<typeof createPublicClient>

  beforeAll(async () => {
    network = await startTestNetwork({ chainId })
    client = createPublicClient({ transport: http(network.rpcUrl) })
  })
  afterAll(() => network?.stop())

  const read = (address: `0x${string}`, functionName: string, args: readonly unknown[] = []) =>
    client.readContract({ address, abi: stackAbi, functionName, args } as never)

  test('has the settlement contract with its public domain, relayer, vault and allow-list', async () => {
    expect(await read(defaultSettlement, 'domainSeparator')).toBe(separator)
    expect(String(await read(defaultSettlement, 'vaultRelayer')).toLowerCase()).toBe(
      defaultVaultRelayer,
    )
    expect(String(await read(defaultSettlement, 'vault')).toLowerCase()).toBe(balancerVault)
    expect(String(await read(defaultSettlement, 'authenticator')).toLowerCase()).toBe(allowList)
  })

  test('has a hooks trampoline at the public address that serves the settlement contract', async () => {
    const { hooksTrampoline } = getNetwork(chainId)
    expect(String(await read(hooksTrampoline, 'settlement')).toLowerCase()).toBe(defaultSettlement)
  })

  test('allow-lists the test solver and no other test account', async () => {
    const listed = await Promise.all(
      network.accounts.map(({ address }) => read(allowList, 'isSolver', [address])),
    )
    expect(listed).toEqual([...Array(9).fill(false), true])
    expect(network.solver).toEqual(network.accounts[9])
  })

  test('authorizes the vault relayer on the Balancer vault, which wraps the right coin', async () => {
    for (const selector of ['0x0e8e3e84', '0x945bcec9']) {
      const role = await read(balancerVault, 'getActionId', [selector])
      expect(await read(balancerAuthorizer, 'hasRole', [role, defaultVaultRelayer])).toBe(true)
    }
    expect(String(await read(balancerVault, 'WETH')).toLowerCase()).toBe(
      listDevnetTokens(chainId)[0]?.address,
    )
  })

  test('has the Uniswap contracts on its factories', async () => {
    const { v2, v3 } = getFactories(chainId)
    const factoryOf = async (of: `0x${string}`) => String(await read(of, 'factory')).toLowerCase()
    expect(await factoryOf(uniswapPeriphery.v2Router)).toBe(v2)
    expect(await factoryOf(uniswapPeriphery.v3Router)).toBe(v3)
    expect(await factoryOf(uniswapPeriphery.v3PositionManager)).toBe(v3)
    expect(await factoryOf(uniswapPeriphery.v3Quoter)).toBe(v3)
  })

  test('has all its tokens, held by every test account and readable through Multicall3', async () => {
    const tokens = listDevnetTokens(chainId)
    const calls = tokens.flatMap(({ address }) => [
      { address, abi: erc20Abi, functionName: 'symbol' } as const,
      { address, abi: erc20Abi, functionName: 'decimals' } as const,
      ...network.accounts.map(
        (account) =>
          ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }) as const,
      ),
    ])
    const answers = await client.multicall({
      contracts: calls,
      multicallAddress: multicall3,
      allowFailure: false,
    })
    tokens.forEach((token, index) => {
      const [symbol, decimals, ...balances] = answers.slice(index * 12, index * 12 + 12)
      expect(symbol).toBe(token.symbol)
      expect(decimals).toBe(token.decimals)
      for (const balance of balances) {
        const usd = (Number(balance) / 10 ** token.decimals) * token.usd
        expect(usd).toBeGreaterThan(200_000)
      }
    })
  })

  test('has pools for every pair, each funded on both sides', async () => {
    const pools = listDevnetPools(chainId)
    const market = { address: marketMaker, abi: marketMakerAbi } as const
    expect(await client.readContract({ ...market, functionName: 'poolCount' })).toBe(
      BigInt(pools.length),
    )
    expect(pools.length).toBeGreaterThanOrEqual(chainId === 1 ? 40 : 10)
    for (let i = 0; i < pools.length; i += 1) {
      const [pool, , token0, token1] = await client.readContract({
        ...market,
        functionName: 'pools',
        args: [BigInt(i)],
      })
      for (const token of [token0, token1]) {
        const { decimals, usd } = listDevnetTokens(chainId).find(
          ({ address }) => address === token.toLowerCase(),
        )!
        const held = await client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [pool],
        })
        const share = ((Number(held) / 10 ** decimals) * usd) / pools[i]!.depthUsd
        expect(share, `${pools[i]!.a}-${pools[i]!.b}`).toBeGreaterThan(0.45)
        expect(share, `${pools[i]!.a}-${pools[i]!.b}`).toBeLessThan(0.55)
      }
    }
  })

  test('has Balancer vault pools of the newest factories at their configured value', async () => {
    const pools = listDevnetVaultPools(chainId)
    const factories = (['weighted', 'composable-stable'] as const).map((kind) =>
      getVaultFactory(chainId, kind),
    )
    const created = await client.getLogs({ address: factories, fromBlock: 0n })
    expect(created.map(({ topics }) => topics[0])).toEqual(pools.map(() => poolCreated))
    for (const [i, { topics }] of created.entries()) {
      const address: `0x${string}` = `0x${topics[1]?.slice(-40)}`
      const poolId = await read(address, 'getPoolId')
      const held = (await read(balancerVault, 'getPoolTokens', [poolId])) as PoolTokens
      const usd = held[0].map((token, place) => {
        const known = listDevnetTokens(chainId).find((each) => each.address === token.toLowerCase())
        return known ? (Number(held[1][place]) / 10 ** known.decimals) * known.usd : 0
      })
      const depthUsd = usd.reduce((sum, each) => sum + each, 0)
      expect(depthUsd / pools[i]!.depthUsd).toBeCloseTo(1, 4)
    }
  })

  if (chainId === 1) {
    test('has the contracts of Safe 1.4.1 at their canonical addresses', async () => {
      for (const address of Object.values(safeContracts)) {
        expect((await client.getCode({ address }))?.length).toBeGreaterThan(100)
      }
    })
  }
})
