import { Agent, type IncomingMessage, get as sendGet } from 'node:http'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { getNetwork } from '@/lib/core/networks'
import { createRpc } from '@/lib/devnet/rpc'
import { temporaryFolder } from './instance'
import { openMarketStage } from './load/market-stage'
import { createReport, median } from './load/measure'
import { createProcesses, type LoadedWeb, type PeerAnswer } from './load/processes'
import { describeLoad, expectStatus, inTurns, ratioOf } from './load/turns'

// Warm market data compared with Node's bare server with the same bytes, and the cold price. The client is a separate
// process, and all measurements are interleaved, so that machine load affects ours and the peer alike.
const rounds = 5
const ms = 2_000
const connections = 50
const coldPrices = 60
const { wrappedNative, usdToken } = getNetwork(1)
const token = `/1/tokens/${wrappedNative}`

const warm = {
  usdPrice: `${token}/usdPrice`,
  topHolders: `${token}/topHolders`,
  slippageTolerance: `/1/markets/${wrappedNative}-${usdToken}/slippageTolerance`,
}

/** Headers that Node's server sets by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive'])

const agent = new Agent({ keepAlive: true })
const report = createReport('market-http')
const folder = temporaryFolder()
const processes = createProcesses()
const stage = await openMarketStage(folder.path)
try {
  report.calibrate()
  const web = await processes.startWeb(stage.environment)
  for (const path of Object.values(warm)) await untilAnswered(web, path)
  await stage.stopWorker()
  // The read budget is counted but never exhausted.
  const limits = { READS_PER_SECOND: '1000000000' }
  const limited = await processes.startWeb({ ...stage.environment, ...limits })
  for (const [name, path] of Object.entries(warm)) await measureWarm(name, path, { web, limited })
  await measureCold(web)
  report.calibrate()
} finally {
  agent.destroy()
  await processes.end()
  await stage.close()
  folder.remove()
}

type Webs = { readonly web: LoadedWeb; readonly limited: LoadedWeb }

async function measureWarm(name: string, path: string, { web, limited }: Webs): Promise<void> {
  const { answer } = await get(web, path)
  const client = processes.startClient()
  const peer = await processes.startPeer(answer)
  const load = (port: number) => {
    const requests = [{ method: 'GET', path }]
    return client.run({ kind: 'http', port, connections, ms, requests }).then(expectStatus(200))
  }
  const results = await inTurns(
    { ours: () => load(web.port), peer: () => load(peer), limited: () => load(limited.port) },
    { rounds, say: report.say },
  )
  report.say(`${name} (${Buffer.byteLength(answer.body)} bytes): ${describeLoad(results.ours)}`)
  report.say(`${name} with the read limit enabled: ${describeLoad(results.limited)}`)
  report.say(`bare server with the same answer: ${describeLoad(results.peer)}`)
  const of = (which: typeof results.ours) => ratioOf(which, results.peer)
  report.ratio(`warm ${name} of a bare server:`, of(results.ours), { floor: 0.6 })
  report.ratio(`warm ${name}, reads limited, of it:`, of(results.limited), { floor: 0.6 })
}

/** Requests each price after clearing the caches and mining a block. */
async function measureCold(web: LoadedWeb): Promise<void> {
  const rpc = createRpc(stage.network.rpcUrl)
  const database = new Client({ connectionString: stage.url })
  await database.connect()
  const tokens = Object.values(stage.network.tokens)
  const [prices, trips]: [number[], number[]] = [[], []]
  for (let turn = -10; turn < coldPrices; turn++) {
    await rpc('evm_mine', [])
    await web.forget()
    await database.query('TRUNCATE cached_answers')
    const before = performance.now()
    await rpc('eth_getBlockByNumber', ['latest', false])
    const between = performance.now()
    const of = tokens[Math.abs(turn) % tokens.length] ?? wrappedNative
    const { status } = await get(web, `/1/tokens/${of}/usdPrice`)
    const after = performance.now()
    if (turn < 0 || status !== 200) continue
    trips.push(between - before)
    prices.push(after - between)
  }
  await database.end()
  const trip = median(trips)
  report.say(`a round trip to the chain: ${trip.toFixed(1)} ms, of ${trips.length}`)
  report.atMost('cold usdPrice:', median(prices), { ceiling: 10 + trip, unit: 'ms' })
}

async function get(
  { port }: LoadedWeb,
  path: string,
): Promise<{ readonly status: number; readonly answer: PeerAnswer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sendGet({ port, path, agent, host: '127.0.0.1' }, resolve).on('error', reject)
  })
  const body = await text(response)
  const head: Record<string, string> = {}
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2)
    if (!ownHeaders.has(name.toLowerCase())) head[name] = value
  }
  return { status: response.statusCode ?? 0, answer: { head, body } }
}

/** Waits until the worker has indexed the data of an answer. */
async function untilAnswered(web: LoadedWeb, path: string): Promise<void> {
  for (const end = Date.now() + 60_000; ; ) {
    const { status, answer } = await get(web, path)
    if (status === 200) return
    if (Date.now() > end) throw new Error(`${path} returned ${status}: ${answer.body}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
