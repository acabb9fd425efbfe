import { defineChain, encodeFunctionData, parseGwei } from 'viem'
import { expect } from 'vitest'
import { type Config, createConfig, http } from 'wagmi'
import { demoAddresses } from '@/lib/client/wallet/connectors/demo-accounts'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { createRpc, quantity, type Rpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import {
  type Approval,
  needsReset,
  readAllowance,
  waitForApproval,
  waitForSuccess,
} from './approve-token'
import { tokenAbi } from './token-abi'

const owner = demoAddresses[2] ?? '0x'
let network: TestNetwork
let rpc: Rpc
let config: Config
test.beforeAll(({ network: mainnet }) => {
  network = mainnet
  rpc = createRpc(network.rpcUrl)
  const chain = defineChain({
    ...{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [network.rpcUrl] } },
  })
  config = createConfig({ chains: [chain], transports: { 1: http() }, storage: null })
})

const approvalOf = (symbol: 'USDC' | 'USDT', amount: bigint): Approval => ({
  ...{ chainId: 1, owner, spender: defaultVaultRelayer, amount },
  token: network.tokens[symbol] ?? '0x',
})

type Sent = {
  readonly to?: Hex
  readonly data?: Hex
  readonly nonce: bigint
  readonly gwei: number
}

/** Sends a transaction of the owner with a gas price. */
const send = ({ to = owner, data = '0x', nonce, gwei }: Sent) => {
  const fee = quantity(parseGwei(`${gwei}`))
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  const transaction = { from: owner, to, data, nonce: quantity(nonce), gas: quantity(200_000) }
  return rpc('eth_sendTransaction', [{ ...transaction, ...fees }]) as Promise<Hex>
}

const callOf = ({ token, spender, amount }: Approval) => ({
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] }),
})

const nextNonce = async () =>
  BigInt((await rpc('eth_getTransactionCount', [owner, 'latest'])) as Hex)

/** Replaces a pending transaction in the owner's wallet, and mines the replacement once it is awaited. */
async function replaceWaiting(approval: Approval, replacement: Omit<Sent, 'nonce' | 'gwei'>) {
  await rpc('evm_setAutomine', [false])
  const nonce = await nextNonce()
  const hash = await send({ ...callOf(approval), nonce, gwei: 20 })
  let newest = hash
  const onSpedUp = (faster: Hex) => {
    newest = faster
  }
  const ended = waitForSuccess(config, { chainId: 1, hash, onSpedUp }).then(
    () => 'done',
    (error: Error) => error.message,
  )
  // The wallet's own window opens after the page has seen the transaction.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const faster = await send({ ...replacement, nonce, gwei: 60 })
  await rpc('evm_setAutomine', [true])
  await rpc('evm_mine', [])
  return { how: await ended, newest, faster }
}

test('an approval that the wallet sped up counts, under its new hash', async () => {
  const approval = approvalOf('USDC', 7n)
  const { how, newest, faster } = await replaceWaiting(approval, callOf(approval))
  expect(how).toBe('done')
  expect(newest).toBe(faster)
  expect(await readAllowance(config, approval)).toBe(7n)
})

test('an approval that its owner cancelled in the wallet does not count', async () => {
  const { how } = await replaceWaiting(approvalOf('USDC', 8n), {})
  expect(how).toBe('the transaction was cancelled')
})

test('reports an approval that reverted', async () => {
  const { token } = approvalOf('USDC', 1n)
  const hash = await send({ to: token, data: '0xdeadbeef', nonce: await nextNonce(), gwei: 20 })
  await expect(waitForSuccess(config, { chainId: 1, hash })).rejects.toMatchObject({
    ...{ name: 'TransactionError', reason: 'reverted' },
  })
})

test('keeps waiting while the network does not answer', async () => {
  const approval = approvalOf('USDC', 3n)
  const hash = await send({ ...callOf(approval), nonce: await nextNonce(), gwei: 20 })
  let silences = 2
  const fetchFn: typeof fetch = (...asked) => {
    if (silences-- > 0) throw new TypeError('Failed to fetch')
    return fetch(...asked)
  }
  const transports = { 1: http(network.rpcUrl, { fetchFn, retryCount: 0 }) }
  const away = createConfig({ chains: config.chains, transports, storage: null })
  const block = await waitForSuccess(away, { chainId: 1, hash })
  expect(await readAllowance(config, approval, block)).toBe(3n)
  expect(await readAllowance(config, approval, block - 1n)).not.toBe(3n)
})

test('only a token that rejects a change of its allowance needs a reset to zero', async () => {
  for (const symbol of ['USDC', 'USDT'] as const) {
    const approval = approvalOf(symbol, 5n)
    if ((await readAllowance(config, approval)) === 0n) {
      expect(await needsReset(config, approval)).toBe(false)
      const hash = await send({ ...callOf(approval), nonce: await nextNonce(), gwei: 20 })
      await waitForSuccess(config, { chainId: 1, hash })
    }
    expect(await needsReset(config, { ...approval, amount: 6n })).toBe(symbol === 'USDT')
  }
})

test('a contract wallet’s approval is done once the allowance has changed, whatever its hash', async () => {
  const approval = approvalOf('USDC', 9n)
  const unknown = `0x${'ab'.repeat(32)}` as const
  const { signal } = new AbortController()
  const ended = waitForApproval(config, { ...approval, hash: unknown, isContract: true, signal })
  await send({ ...callOf(approval), nonce: await nextNonce(), gwei: 20 })
  await ended
  expect(await readAllowance(config, approval)).toBe(9n)

  // A new request does not wait for an earlier one.
  const stop = AbortSignal.abort(new Error('asked again'))
  const later = { ...approval, amount: 10n, hash: unknown, isContract: true, signal: stop }
  await expect(waitForApproval(config, later)).rejects.toThrow('asked again')
})
