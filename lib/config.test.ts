import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseConfig } from './config'
import { nativeOrdersContract, networks } from './core/networks'
import { settingSchema } from './core/settings/setting-schema'

const example = readFileSync('.env.example', 'utf8')
const listed = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)]

describe('.env.example', () => {
  test('lists every variable that the configuration reads', () => {
    const read = Object.keys(settingSchema.shape)
    const endpoints = networks.flatMap(({ chainId }) => [
      `RPC_URL_${chainId}`,
      `SUBMIT_URL_${chainId}`,
      `SIGNER_URL_${chainId}`,
      `SOLVER_PRIVATE_KEY_${chainId}`,
      `SOLVER_ADDRESS_${chainId}`,
    ])
    const names = new Set(listed.map((match) => match[1]))
    expect(read.length).toBeGreaterThan(15)
    expect([...read, ...endpoints].filter((name) => !names.has(name))).toEqual([])
  })

  test('lists the defaults', () => {
    const values = listed.map(([, name, value]) => [name, value] as const)
    const given = Object.fromEntries(values.filter(([, value]) => value !== ''))
    expect(parseConfig(given)).toEqual(parseConfig({}))
  })
})

describe('parseConfig', () => {
  test('serves the networks that have an endpoint', () => {
    const config = parseConfig({ RPC_URL_100: 'http://b', RPC_URL_1: 'http://a', RPC_URL_5: 'x' })
    expect(config.chainIds).toEqual([1, 100])
    expect(config.defaultChainId).toBe(1)
    expect(parseConfig({ RPC_URL_100: 'http://b' }).defaultChainId).toBe(100)
  })

  test.each([
    ['SETTLEMENT_CONTRACT', '0x12'],
    ['AFFILIATE_NAME', 'two words'],
    ['LOG_LEVEL', 'loud'],
    ['SOLVER_PRIVATE_KEY', '0x1234'],
    ['SOLVER_PRIVATE_KEY_100', '0x1234'],
    ['SOLVER_ADDRESS_100', '0x1234'],
    ['DEPLOYER_PRIVATE_KEY', '0x1234'],
    ['DEFAULT_NETWORK', 'ropsten'],
    ['EMBEDDED_CHAIN_IDS', '1,2'],
    ['HOOKS_TRAMPOLINE', '0x12'],
    ['NEXTAUTH_SECRET', 'a'.repeat(31)],
    ['ONCHAIN_ORDER_CONTRACTS', '0x12'],
    ['PRIVATE_BLOCKS', '0'],
    ['PUBLIC_FALLBACK', 'perhaps'],
    ['ONCHAIN_ORDER_CONTRACTS', 'ropsten:0xba3cb449bd2b4adddbc894d8697f5170800eadec'],
  ])('names the variable %s when its value is invalid', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(name)
  })

  test('requires HOOKS_TRAMPOLINE with a custom settlement contract', () => {
    const own = { SETTLEMENT_CONTRACT: `0x${'12'.repeat(20)}` }
    expect(() => parseConfig(own)).toThrow('HOOKS_TRAMPOLINE')
    const trampoline = `0x${'AB'.repeat(20)}`
    const config = parseConfig({ ...own, HOOKS_TRAMPOLINE: trampoline })
    expect(config.hooksTrampoline).toBe(trampoline.toLowerCase())
    expect(parseConfig({}).hooksTrampoline).toBeUndefined()
  })

  test('reads on-chain orders from the public contract only with the public settlement contract', () => {
    const own = `0x${'12'.repeat(20)}`
    expect(parseConfig({}).onchainOrderContracts.get(100)).toEqual([nativeOrdersContract])
    const contractsOf = (environment: Record<string, string>) =>
      [...parseConfig(environment).onchainOrderContracts.values()].flat()
    expect(contractsOf({ SETTLEMENT_CONTRACT: own, HOOKS_TRAMPOLINE: own })).toEqual([])
    expect(contractsOf({ ONCHAIN_ORDER_CONTRACTS: 'none' })).toEqual([])
    const named = parseConfig({ ONCHAIN_ORDER_CONTRACTS: `${own}, gnosis:${nativeOrdersContract}` })
    expect(named.onchainOrderContracts.get(1)).toEqual([own])
    expect(named.onchainOrderContracts.get(100)).toEqual([own, nativeOrdersContract])
  })

  test('sells the native token only through a contract that places orders on that network', () => {
    const own = `0x${'12'.repeat(20)}`
    const sellers = (environment: Record<string, string>) => {
      const { nativeOrderContracts } = parseConfig(environment)
      return [nativeOrderContracts.get(1), nativeOrderContracts.get(100)]
    }
    expect(sellers({})).toEqual([nativeOrdersContract, nativeOrdersContract])
    const placing = `${own},gnosis:${nativeOrdersContract}`
    expect(sellers({ ONCHAIN_ORDER_CONTRACTS: placing })).toEqual([undefined, nativeOrdersContract])
    const named = { ONCHAIN_ORDER_CONTRACTS: placing, NATIVE_ORDER_CONTRACTS: `mainnet:${own}` }
    expect(sellers(named)).toEqual([own, undefined])
    expect(sellers({ NATIVE_ORDER_CONTRACTS: 'none' })).toEqual([undefined, undefined])
    expect(() => parseConfig({ NATIVE_ORDER_CONTRACTS: own })).toThrow('none of the ONCHAIN_ORDER')
    const both = { ...named, NATIVE_ORDER_CONTRACTS: placing }
    expect(() => parseConfig(both)).toThrow('more than one')
  })

  test('requires a session secret of at least 32 characters and never prints it', () => {
    expect(parseConfig({ NEXTAUTH_SECRET: 'a'.repeat(32) }).sessionSecret).toHaveLength(32)
    expect(() => parseConfig({ NEXTAUTH_SECRET: 'guess me' })).toThrow('32 characters at least')
    expect(() => parseConfig({ NEXTAUTH_SECRET: 'guess me' })).not.toThrow('guess me')
  })

  test('treats an empty variable as unset', () => {
    expect(parseConfig({ QUOTES_PER_SECOND: '', AUCTION_INTERVAL_SECONDS: '' })).toEqual(
      parseConfig({}),
    )
  })
})

test('rejects an API key that cannot be sent in a header, without printing it', () => {
  for (const key of ['two\nlines', 'a key', 'a\u2026z']) {
    const parse = () => parseConfig({ MORALIS_API_KEY: key })
    expect(parse).toThrow('MORALIS_API_KEY: must be one word of printable ASCII')
    expect(parse).not.toThrow(key)
  }
  const { moralis } = parseConfig({ MORALIS_API_KEY: ' key\n' }).providers
  expect(moralis?.key).toBe('key')
})
