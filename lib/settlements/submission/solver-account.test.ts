import {
  type Hex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import type { Context } from '@/lib/context'
import { startRemoteSigner } from '@/lib/testing/auctions/remote-signer'
import { createTestContext } from '@/lib/testing/test-context'
import { signSettlement, solverAddress } from './solver-account'

const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const call = { nonce: 7n, gas: 100_000n, fees, callData: '0x12345678' } as const

const accounts = [1, 100].map((chainId) => {
  const privateKey = generatePrivateKey()
  return { chainId, privateKey, address: addressOf(privateKey) }
})

function addressOf(privateKey: Hex) {
  return privateKeyToAccount(privateKey).address.toLowerCase()
}

/** Serves three networks whose nodes nothing here asks. */
const contextOf = (environment: Record<string, string>) =>
  createTestContext({
    rpcUrls: new Map([1, 100, 8453].map((chainId) => [chainId, 'http://127.0.0.1:1'])),
    environment,
  })

async function signerOf(ctx: Context, chainId: number): Promise<string> {
  const { raw } = await signSettlement(ctx, { ...call, chainId })
  expect(parseTransaction(raw).chainId).toBe(chainId)
  const serializedTransaction = raw as TransactionSerialized
  return (await recoverTransactionAddress({ serializedTransaction })).toLowerCase()
}

async function expectOwnSolvers(ctx: Context): Promise<void> {
  for (const { chainId, address } of accounts) {
    expect(solverAddress(ctx, chainId)).toBe(address)
    expect(await signerOf(ctx, chainId)).toBe(address)
  }
  expect(() => solverAddress(ctx, 8453)).toThrow(
    expect.objectContaining({ code: 'ServiceUnavailable' }),
  )
  await expect(signSettlement(ctx, { ...call, chainId: 8453 })).rejects.toMatchObject({
    code: 'ServiceUnavailable',
  })
}

test('signs with the key of each network, and with none where it has none', async () => {
  const keys = accounts.map(({ chainId, privateKey }) => [
    `SOLVER_PRIVATE_KEY_${chainId}`,
    privateKey,
  ])
  await expectOwnSolvers(contextOf(Object.fromEntries(keys)))
})

test('signs with the default key on networks without their own', async () => {
  const privateKey = generatePrivateKey()
  const [own] = accounts
  const ctx = contextOf({
    SOLVER_PRIVATE_KEY: privateKey,
    SOLVER_PRIVATE_KEY_1: own?.privateKey ?? '',
  })
  expect(await signerOf(ctx, 1)).toBe(own?.address)
  expect(await signerOf(ctx, 8453)).toBe(addressOf(privateKey))
})

test('has the signer of each network sign for its account', async () => {
  const environment: Record<string, string> = {}
  for (const { chainId, privateKey, address } of accounts) {
    const signer = await startRemoteSigner({ chainId, privateKey })
    onTestFinished(() => signer.close())
    environment[`SOLVER_ADDRESS_${chainId}`] = address
    environment[`SIGNER_URL_${chainId}`] = signer.url
  }
  await expectOwnSolvers(contextOf(environment))
})
