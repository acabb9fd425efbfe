import { verifyTypedData } from 'viem'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { verifyRegistration } from '@/lib/affiliate/registration/verify-registration'
import { createTestContext } from '@/lib/testing/test-context'
import { temporaryFolder } from './instance'
import { measureStatistics } from './load/affiliate-statistics'
import {
  type Registration,
  registrationRequest,
  signRegistrations,
} from './load/affiliate-submissions'
import { createReport, median } from './load/measure'
import { createOrderDatabase, startDatabases } from './load/order-database'
import { createProcesses } from './load/processes'
import { describeLoad, expectStatus, inTurns } from './load/turns'

// Affiliates: the cost of verifying a registration compared with viem, the responsiveness of a web process under
// registrations, and the time of statistics that are not cached.
const rounds = 5
const report = createReport('affiliate')
const turns = { rounds, say: report.say }
const ctx = createTestContext()

report.calibrate()
await measureChecks()
await measureRegistrations()
const folder = temporaryFolder()
await measureStatistics(report, folder.path).finally(folder.remove)
report.calibrate()

/** Interleaved, so that machine load affects both. */
async function measureChecks(): Promise<void> {
  const signed = signRegistrations(200)
  const rates = { viem: [] as number[], ours: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const viem = await rateOf(20, signed, verifyByViem)
    const ours = await rateOf(1000, signed, (registration) => verifyRegistration(ctx, registration))
    // The first round warms up.
    if (round < 0) continue
    rates.viem.push(viem)
    rates.ours.push(ours)
  }
  const overPeer = rates.ours.map((rate, round) => rate / (rates.viem[round] ?? 0))
  report.say(
    `signatures checked per second: ours ${median(rates.ours).toFixed(0)}, viem ${median(rates.viem).toFixed(0)}`,
  )
  report.ratio('checks, times viem:', median(overPeer), { floor: 20 })
}

async function rateOf(
  runs: number,
  signed: readonly Registration[],
  check: (registration: Registration) => Promise<unknown>,
): Promise<number> {
  const began = performance.now()
  for (let run = 0; run < runs; run++) await check(signed[run % signed.length] as Registration)
  return (runs / (performance.now() - began)) * 1000
}

async function verifyByViem({ walletAddress, code, signedMessage }: Registration): Promise<void> {
  const typed = affiliateTypedData(ctx.config.affiliateName, { walletAddress, code })
  const isValid = await verifyTypedData({
    ...typed,
    address: walletAddress,
    signature: signedMessage,
  })
  if (!isValid) throw new Error('viem takes the signature for another wallet’s')
}

/** Submits new registrations over HTTP at full rate, mixed with forged ones. */
async function measureRegistrations(): Promise<void> {
  const folder = temporaryFolder()
  const processes = createProcesses()
  const postgres = await startDatabases(folder.path)
  try {
    const { url } = await createOrderDatabase(postgres, { name: 'affiliates', orders: [] })
    const web = await processes.startWeb({ DATABASE_URL: url })
    const client = processes.startClient()
    const lags: number[] = []
    const register = async () => {
      const requests = signRegistrations(8_000).map(registrationRequest)
      await web.eventLoopLag()
      const load = { kind: 'http', port: web.port, connections: 50, ms: 2_000, requests } as const
      const result = await client.run(load).then(expectStatus(201))
      lags.push((await web.eventLoopLag()).p99Ms)
      return result
    }
    const { registrations } = await inTurns({ registrations: register }, turns)
    report.say(`registrations, limits off, 50 connections: ${describeLoad(registrations)}`)
    report.atMost('event loop lag under registrations, p99:', median(lags.slice(-rounds)), {
      ceiling: 20,
      unit: 'ms',
    })
  } finally {
    await processes.end()
    await postgres.stop()
    folder.remove()
  }
}
