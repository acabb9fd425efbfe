import { encodeAbiParameters, encodeDeployData, encodeFunctionData, parseAbi } from 'viem'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import feeOnTransfer from '@/lib/devnet/contracts/artifacts/fee-on-transfer-token.json' with {
  type: 'json',
}
import rebasing from '@/lib/devnet/contracts/artifacts/rebasing-token.json' with { type: 'json' }
import plain from '@/lib/devnet/contracts/artifacts/token.json' with { type: 'json' }
import { getFactories } from '@/lib/devnet/deploy/deploy-uniswap'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { repeat } from '@/lib/testing/until'

const artifacts = { plain, feeOnTransfer, rebasing }

const abi = parseAbi([
  'function createPair(address,address) returns (address)',
  'function getPair(address,address) view returns (address)',
  'function transfer(address,uint256) returns (bool)',
  'function mint(address,uint256)',
  'function sync()',
])

type Market = {
  /** The account that funds the pools and may mint the new token. */
  readonly by: Address
  readonly kind: keyof typeof artifacts
  /** Atoms of known tokens, and the atoms of the new token paired with them. */
  readonly pairs: readonly {
    readonly token: Address
    readonly held: bigint
    readonly own: bigint
  }[]
}

type Stage = { readonly ctx: Context; readonly rpc: Rpc }

/** Deploys a token on an embedded mainnet, with pairs against known tokens, as anyone could; returns its address. */
export async function openUntrustedMarket(
  { ctx, rpc }: Stage,
  { by: from, kind, pairs }: Market,
): Promise<Address> {
  const { abi: ofToken, bytecode } = artifacts[kind]
  const data = encodeDeployData({
    abi: ofToken,
    bytecode: bytecode as Hex,
    args: ['Untrusted', 'UNT', 18, from],
  })
  const untrusted = await deploy({ ctx, rpc }, { from, data })
  const { v2 } = getFactories(1)
  const send = (to: Address, functionName: string, args: readonly unknown[]) =>
    sendTransaction(rpc, { from, to, data: encode(functionName, args), gas: 5_000_000 })
  for (const { token, held, own } of pairs) {
    await send(v2, 'createPair', [token, untrusted])
    const { client } = ctx.chain(1)
    const call = { address: v2, abi, functionName: 'getPair', args: [token, untrusted] } as const
    const pair = toAddress(await client.readContract(call))
    await send(token, 'transfer', [pair, held])
    await send(untrusted, 'mint', [pair, own])
    await send(pair, 'sync', [])
  }
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
  return untrusted
}

async function deploy(
  { ctx, rpc }: Stage,
  { from, data }: { readonly from: Address; readonly data: Hex },
): Promise<Address> {
  const hash = (await rpc('eth_sendTransaction', [{ from, data }])) as Hex
  const { contractAddress } = await ctx.chain(1).client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('no contract was made')
  return toAddress(contractAddress)
}

function encode(functionName: string, args: readonly unknown[]) {
  return encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}

/** A contract's raw answers to the calls of a token; it reverts for absent ones. */
export type UntrustedToken = {
  readonly totalSupply?: Hex
  readonly decimals?: Hex
  readonly symbol?: Hex
  readonly name?: Hex
}

const selectors = {
  totalSupply: '18160ddd',
  decimals: '313ce567',
  symbol: '95d89b41',
  name: '06fdde03',
} as const

/** ABI-encodes a text as a return value. */
export function abiText(text: string): Hex {
  return encodeAbiParameters([{ type: 'string' }], [text])
}

/** ABI-encodes a number as a return value. */
export function abiNumber(value: bigint): Hex {
  return encodeAbiParameters([{ type: 'uint256' }], [value])
}

/** Returns code for `anvil_setCode` that gives these answers. */
export function untrustedTokenCode(token: UntrustedToken): Hex {
  const answers = Object.entries(token).map(([name, data]) => ({
    selector: selectors[name as keyof UntrustedToken],
    data: data.slice(2),
  }))
  const handlersAt = 6 + 11 * answers.length + 5
  let dataAt = handlersAt + 16 * answers.length
  const [entries, handlers] = [[] as string[], [] as string[]]
  for (const [i, { selector, data }] of answers.entries()) {
    const size = word(data.length / 2)
    entries.push(`8063${selector}1461${word(handlersAt + 16 * i)}57`)
    handlers.push(`5b61${size}61${word(dataAt)}60003961${size}6000f3`)
    dataAt += data.length / 2
  }
  const data = answers.map((answer) => answer.data)
  return `0x60003560e01c${entries.join('')}60006000fd${handlers.join('')}${data.join('')}`
}

function word(value: number): string {
  return value.toString(16).padStart(4, '0')
}
