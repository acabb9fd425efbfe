import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getNetwork } from '@/lib/core/networks'
import { findFreePort } from '@/lib/devnet/processes/anvil'
import { fetchSettings, testAccount } from './service-api'
import { dataDir } from './service-environment'

const { wrappedNative, usdToken } = getNetwork(11_155_111)

/** Another web process of the service under test. */
export type OutsideService = { readonly url: string; stop(): Promise<void> }

/**
 * Starts a web process that shares database, worker and Sepolia chain with the service under test but treats the chain
 * as external, like an operator's. This enables wallets that cannot reach a local chain.
 */
export async function startOutsideService(
  baseURL: string,
  environment: Readonly<Record<string, string>>,
): Promise<OutsideService> {
  const { networks } = await fetchSettings(baseURL)
  const port = String(await findFreePort('127.0.0.1'))
  const service = spawn(process.execPath, ['dist/web.js'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'silent' },
      DATABASE_URL: await databaseUrl(),
      RPC_URL_11155111: networks.find(({ name }) => name === 'sepolia')?.rpcUrl ?? '',
      NEXTAUTH_SECRET: 'of this test alone, and long enough to be one',
      ...environment,
    },
  })
  const url = `http://127.0.0.1:${port}`
  // A new process reads its pools at the first quote, for longer than a page waits on a busy machine.
  const quote = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ sellToken: wrappedNative, buyToken: usdToken, from: testAccount(0).address },
      ...{ kind: 'sell', sellAmountBeforeFee: String(10n ** 16n) },
    }),
  }
  await expect(async () => {
    expect((await fetch(`${url}/readyz/sepolia`)).status).toBe(200)
    expect((await fetch(`${url}/sepolia/api/v1/quote`, quote)).status).toBe(200)
  }).toPass()
  return {
    url,
    stop: async () => {
      const exited = once(service, 'exit')
      service.kill('SIGKILL')
      await exited
    },
  }
}

/** Returns the URL of the service's embedded PostgreSQL, read from the files in its data directory. */
async function databaseUrl(): Promise<string> {
  const read = (name: string) => readFile(join(dataDir, 'postgres', name), 'utf8')
  const [password, facts] = await Promise.all([read('password'), read('cluster/postmaster.pid')])
  const port = facts.split('\n')[3]
  return `postgresql://coincide:${password.trim()}@127.0.0.1:${port}/coincide`
}
