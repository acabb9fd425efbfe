import { describe, expect } from 'vitest'
import { createRpc } from '@/lib/devnet/rpc'
import { setPredeployAnswer } from '@/lib/testing/chain/data-fees'
import { withNetwork } from '@/lib/testing/chain/with-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import {
  findDataFeeFault,
  gasPriceOracle,
  nodeInterface,
  readBytePrice,
  readDataFee,
} from './data-fee'

const call = { callData: `0x${'5a'.repeat(1_000)}`, gas: 200_000n } as const
const gwei = 10n ** 9n

describe('the data fee', () => {
  test('of an OP stack network is the L1 fee and the operator fee in wei, plus a tenth', async ({
    freshNetwork: { rpcUrl },
  }) => {
    const ctx = contextOf(rpcUrl, 'op-stack')
    await setPredeployAnswer(rpcUrl, 'op-stack', 5_000n)
    expect(await readDataFee(ctx, 1, call)).toEqual({ wei: 11_000n, gas: 0n })
  })

  test('of Arbitrum is in gas, plus a tenth', async ({ freshNetwork: { rpcUrl } }) => {
    const ctx = contextOf(rpcUrl, 'arbitrum')
    await setPredeployAnswer(rpcUrl, 'arbitrum', 40_000n)
    expect(await readDataFee(ctx, 1, call)).toEqual({ wei: 0n, gas: 44_000n })
  })

  test.for(['op-stack', 'arbitrum'] as const)(
    'of %s has a price per byte that adds up to the fee of an ordinary settlement',
    async (dataFee, { freshNetwork: { rpcUrl } }) => {
      const ctx = contextOf(rpcUrl, dataFee)
      await setPredeployAnswer(rpcUrl, dataFee, 1_000_000n)
      const price = await readBytePrice(ctx, 1, 2n * gwei)
      const fee = dataFee === 'op-stack' ? 2_200_000n : 1_100_000n * 2n * gwei
      const bytes = fee / price
      expect(bytes).toBeGreaterThan(2_500n)
      expect(bytes).toBeLessThan(3_500n)
    },
  )

  test('is zero on other networks, and on an embedded chain without the predeploy', async ({
    freshNetwork: { rpcUrl },
  }) => {
    expect(await readDataFee(contextOf(rpcUrl, 'none'), 1, call)).toEqual({ wei: 0n, gas: 0n })
    for (const dataFee of ['op-stack', 'arbitrum'] as const) {
      const ctx = contextOf(rpcUrl, dataFee, '1')
      expect(await readDataFee(ctx, 1, call)).toEqual({ wei: 0n, gas: 0n })
      expect(await readBytePrice(ctx, 1, gwei)).toBe(0n)
    }
  })

  test('is an error, not zero, if a real network does not report it', async ({
    freshNetwork: { rpcUrl },
  }) => {
    for (const dataFee of ['op-stack', 'arbitrum'] as const) {
      const reading = readDataFee(contextOf(rpcUrl, dataFee), 1, call)
      await expect(reading).rejects.toMatchObject({ code: 'InternalServerError' })
      const predeploy = dataFee === 'op-stack' ? gasPriceOracle : nodeInterface
      expect(await findDataFeeFault(contextOf(rpcUrl, dataFee), 1)).toContain(predeploy)
      await setPredeployAnswer(rpcUrl, dataFee, 1_000n)
      expect(await findDataFeeFault(contextOf(rpcUrl, dataFee), 1)).toBeUndefined()
    }
  })

  test('of a network without an operator fee is the L1 fee alone', async ({
    freshNetwork: { rpcUrl },
  }) => {
    const ctx = contextOf(rpcUrl, 'op-stack')
    // CALLDATASIZE, PUSH1 36, EQ, PUSH1 18, JUMPI: calls of `getOperatorFee` revert. Others return 5000.
    const code = '0x3660241460125761138860005260206000f35b600080fd'
    await createRpc(rpcUrl)('anvil_setCode', [gasPriceOracle, code])
    expect(await readDataFee(ctx, 1, call)).toEqual({ wei: 5_500n, gas: 0n })
  })
})

function contextOf(rpcUrl: string, dataFee: 'none' | 'op-stack' | 'arbitrum', embedded = '') {
  const ctx = createTestContext({
    rpcUrls: new Map([[1, rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: embedded },
  })
  return withNetwork(ctx, { dataFee })
}
