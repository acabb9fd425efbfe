import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { buildAll } from '@/lib/devnet/stack/build'
import { approve } from '@/lib/testing/chain/chain-actions'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'

/** What the processes of a built service need: a mainnet with a block every two seconds, and a database. */
export type BuiltStage = {
  readonly network: TestNetwork
  readonly database: TestDatabase
  /** A folder of this stage alone, which {@link BuiltStage.close} removes. */
  readonly folder: string
  readonly close: () => Promise<void>
}

/** Builds the service and opens its stage, on which `payer` may sell all its wrapped native tokens. */
export async function openBuiltStage(payer: Address): Promise<BuiltStage> {
  const folder = await mkdtemp(join(tmpdir(), 'coincide-built-'))
  const { signal } = new AbortController()
  await buildAll({ logFile: join(folder, 'build.log'), report: () => {}, signal })
  const [network, database] = await Promise.all([
    startTestNetwork({ chainId: 1, args: ['--block-time', '2'] }),
    createTestDatabase(),
  ])
  const { wrappedNative: token } = getNetwork(1)
  const approval = { token, owner: payer, spender: defaultVaultRelayer, amount: maxUint256 }
  await approve(network.rpcUrl, approval)
  return {
    ...{ network, database, folder },
    close: async () => {
      await Promise.all([network.stop(), database.drop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
