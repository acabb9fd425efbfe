import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { createRpc } from '@/lib/devnet/rpc'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { findCode } from './find-code'

test('finds the accounts with code among any number of others', async ({ network }) => {
  const ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
  const account = (index: number): Address =>
    `0x${(2 ** 40 + index).toString(16).padStart(40, '0')}`
  const accounts = Array.from({ length: 1_500 }, (_, index) => account(index))
  const withCode = [0, 699, 700, 1_499].map(account)
  for (const address of withCode) {
    // As delegated by a key (EIP-7702).
    await createRpc(network.rpcUrl)('anvil_setCode', [address, `0xef0100${'11'.repeat(20)}`])
  }
  expect(await findCode(ctx.chain(1), accounts)).toEqual(new Set(withCode))
  expect(await findCode(ctx.chain(1), [])).toEqual(new Set())
})
