import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { findOrder } from '@/lib/orders/order-store'
import { makeBurner, setBurn } from '@/lib/testing/chain/gas-burner'
import type { OrderFixture, Terms } from '@/lib/testing/orders/order-fixture'
import { test } from '@/lib/testing/test'
import { placeOrder } from './place-order'

let fixture: OrderFixture
let rpc: Rpc
let burner: Address

test.beforeAll(async ({ orders }) => {
  fixture = orders
  rpc = createRpc(fixture.network.rpcUrl)
  burner = fixture.network.tokens.GNO ?? '0x'
  await makeBurner(rpc, burner)
  // Its decimals are read once, by a call that must not burn.
  await submit(openProcess(), { buyToken: burner })
})
beforeEach(() => setBurn(rpc, burner, 0))

/** A process that has tried no token yet. */
const openProcess = (environment: Record<string, string> = {}) =>
  fixture.createContext(fixture.network.rpcUrl, environment)
const submit = async (ctx: Context, change: Partial<Terms> = {}) =>
  placeOrder(ctx, await fixture.sign(change))
const transferGas = async (ctx: Context, change: Partial<Terms> = {}) =>
  (await findOrder(ctx.db, 1, await submit(ctx, change)))?.transferGas

/** Iterations of about 40 gas. */
const burnGas = (gas: number) => setBurn(rpc, burner, gas / 40)

test('an order of plain tokens has no gas for transfers', async () => {
  expect(await transferGas(openProcess())).toBe(0n)
})

test('an order stores the gas of expensive transfers, each of which a settlement makes twice', async () => {
  await burnGas(100_000)
  const gas = await transferGas(openProcess(), { buyToken: burner })
  // A plain transfer uses 30,000, of 50,000 that every settlement contains.
  expect(Number(gas)).toBeGreaterThan(2 * 75_000)
  expect(Number(gas)).toBeLessThan(2 * 110_000)
})

test('the gas of a token is measured once an hour per process', async () => {
  const ctx = openProcess()
  expect(await transferGas(ctx, { buyToken: burner })).toBe(0n)
  await burnGas(100_000)
  expect(await transferGas(ctx, { buyToken: burner })).toBe(0n)
  expect(await transferGas(openProcess(), { buyToken: burner })).not.toBe(0n)
})

test('UnsupportedToken for a token whose transfers use more than MAX_TRANSFER_GAS', async () => {
  await burnGas(260_000)
  const refused = { code: 'UnsupportedToken', message: expect.stringContaining('at most 250000') }
  await expect(submit(openProcess(), { buyToken: burner })).rejects.toMatchObject(refused)
  const ctx = openProcess({ MAX_TRANSFER_GAS: '400000' })
  expect(Number(await transferGas(ctx, { buyToken: burner }))).toBeGreaterThan(400_000)
})

test('TransferSimulationFailed if only the transfer of the owner uses more', async () => {
  const { wrappedNative } = fixture.ctx.chain(1).network
  const ctx = openProcess({ MAX_TRANSFER_GAS: '60000' })
  expect(await transferGas(ctx)).toBe(0n)
  // After the trial of the token.
  await makeBurner(rpc, wrappedNative)
  await setBurn(rpc, wrappedNative, 100_000 / 40)
  const refused = {
    code: 'TransferSimulationFailed',
    message: expect.stringContaining('at most 60000'),
  }
  await expect(submit(ctx)).rejects.toMatchObject(refused)
  await setBurn(rpc, wrappedNative, 0)
  expect(await submit(ctx)).toHaveLength(114)
})
