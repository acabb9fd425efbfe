import { concatHex, toEventSelector } from 'viem'
import { expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'

let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})
const shouter: Hex = `0x${'5a'.repeat(20)}`

/** Bytecode that emits one topic until it runs out of gas. */
function shouting(topic: Hex): Hex {
  return concatHex(['0x7f', topic, '0x5b805f5fa16110005a1160215700'])
}

test('indexes a block flooded with forged pool events', async () => {
  await fixture.index()
  const topic = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')
  await fixture.rpc('anvil_setCode', [shouter, shouting(topic)])
  const [from] = fixture.network.accounts
  await fixture.rpc('evm_setAutomine', [false])
  await fixture.rpc('eth_sendTransaction', [{ from: from?.address, to: shouter, gas: '0x1c00000' }])
  await fixture.mine(1)
  await fixture.rpc('evm_setAutomine', [true])
  await fixture.trade({ marketSeconds: 300 }, 60)
  const { client } = fixture.ctx.chain(1)
  const head = await client.getBlockNumber()
  const flooded = client.getLogs({ fromBlock: head - 1n, toBlock: head - 1n })
  await expect(flooded).rejects.toThrow('exceeded the size limit')
  expect(await fixture.index()).toBe('at-head')
  expect(await fixture.db.poolSwap.count()).toBeGreaterThan(5)
  expect(await fixture.db.poolSwap.count({ where: { pool: shouter } })).toBe(0)
})
