import { keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { findDeploymentFaults } from '@/lib/settlements/deployment/deployment-faults'
import { type RemoteSigner, startRemoteSigner } from '@/lib/testing/auctions/remote-signer'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { signCancellation, signSettlement, solverAddress } from './solver-account'

const chainId = 1
const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const call = { chainId, nonce: 7n, gas: 100_000n, fees, callData: '0x12345678' } as const

let fixture: SolverFixture
let signer: RemoteSigner
test.beforeAll(async ({ solver }) => {
  fixture = solver
  signer = await startRemoteSigner({ chainId, privateKey: fixture.network.solver.privateKey })
})
test.afterAll(() => signer.close())
test.beforeEach(async () => {
  signer.behave({})
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
})

/** A worker whose solver's key is in the signer. */
function workerOf({
  url = `${signer.url}/s3cret-path-1`,
  address = fixture.network.solver.address,
} = {}) {
  return createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[chainId, fixture.network.rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: String(chainId),
      SOLVER_ADDRESS: address,
      [`SIGNER_URL_${chainId}`]: url,
    },
  })
}

test('signs the same bytes as the key itself', async () => {
  const ctx = workerOf()
  expect(solverAddress(ctx, chainId)).toBe(fixture.network.solver.address.toLowerCase())
  const signed = await signSettlement(ctx, call)
  expect(signed).toEqual(await signSettlement(fixture.ctx, call))
  expect(signed.hash).toBe(keccak256(signed.raw))
})

test('settles an order, and cancels a transaction', async () => {
  const ctx = workerOf()
  const order = await fixture.place(1, {})
  const before = signer.signed()
  expect(await runRound(ctx, { chainId, epoch: 1n })).toMatchObject({ state: 'mined' })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  expect(signer.signed()).toBeGreaterThan(before)
  const { hash } = await signCancellation(ctx, { chainId, nonce: 900n, fees })
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
})

test('sends nothing while the signer is down, and settles once it is back', async () => {
  const ctx = workerOf()
  await findDeploymentFaults(ctx, chainId)
  const order = await fixture.place(1, {})
  const sent = await ctx.db.settlementTransaction.count()
  signer.behave({ raw: { status: 503, body: 'no' } })
  const round = () => runRound(ctx, { chainId, epoch: 1n })
  await expect(round()).rejects.toThrow('the signer of network 1')
  expect(await ctx.db.settlementTransaction.count()).toBe(sent)
  signer.behave({})
  ctx.clock.advance(120_000)
  expect(await round()).toMatchObject({ state: 'mined' })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

const other = privateKeyToAccount(generatePrivateKey())
const byAnother = () =>
  other.signTransaction({
    type: 'eip1559',
    ...{ chainId, nonce: 7, to: fixture.ctx.config.settlementContract, value: 0n },
    ...{ data: call.callData, gas: call.gas, ...fees },
  })

test('uses nothing but the transaction that it asked for, signed by the solver', async () => {
  const ctx = workerOf()
  const sign = () => signSettlement(ctx, call)
  signer.behave({ result: await byAnother() })
  await expect(sign()).rejects.toThrow(`it signs as ${other.address.toLowerCase()} instead of`)
  signer.behave({ chainId: 100 })
  await expect(sign()).rejects.toThrow('it signs for chain 100')
  signer.behave({ nonce: 8 })
  await expect(sign()).rejects.toThrow('it signed another transaction')
  for (const result of ['0x', '0x02', '0x02c0', 'signed', null, { raw: '0x' }]) {
    signer.behave({ result })
    await expect(sign()).rejects.toThrow('its answer is no signed transaction')
  }
})

test('names the host and the reason of a failure, never the rest of the URL', async () => {
  const faults = [
    [{ raw: { status: 500, body: 'at /s3cret-path-1' } }, 'signed nothing'],
    [{ raw: { status: 200, body: '<html>' } }, 'signed nothing'],
    [{ isSilent: true }, 'timed out'],
  ] as const
  for (const [fault, reason] of faults) {
    signer.behave(fault)
    const error: Error = await signSettlement(workerOf(), call).catch((thrown) => thrown)
    expect(error.message).toContain(`the signer of network 1 (${signer.host})`)
    expect(error.message).toContain(reason)
    expect(`${error.message}${error.stack}`).not.toContain('s3cret-path')
  }
  const down = signSettlement(workerOf({ url: 'http://127.0.0.1:1' }), call)
  await expect(down).rejects.toThrow('the signer of network 1 (127.0.0.1:1) signed nothing')
})

test('the check of the deployment names a signer that is down or has another key', async () => {
  expect((await findDeploymentFaults(workerOf(), chainId)).faults).toEqual([])
  const { faults } = await findDeploymentFaults(workerOf({ address: other.address }), chainId)
  expect(faults).toContain(
    `the signer of SIGNER_URL_1 has no key of ${other.address.toLowerCase()}`,
  )
  signer.behave({ raw: { status: 503, body: '' } })
  const down = await findDeploymentFaults(workerOf(), chainId)
  expect(down.faults.join()).toContain(`the signer of network 1 (${signer.host})`)
})
