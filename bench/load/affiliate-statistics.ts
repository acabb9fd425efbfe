import { Client } from 'pg'
import { type createReport, quantile } from './measure'
import { createOrderDatabase, startDatabases } from './order-database'
import { createProcesses } from './processes'
import { fillReferrals } from './referral-database'

const trades = 100_000
const traders = 2_000
const turns = 300

/** Requests each after clearing all cached answers, interleaved so that machine load affects all alike. */
export async function measureStatistics(
  report: ReturnType<typeof createReport>,
  folder: string,
): Promise<void> {
  const processes = createProcesses()
  const postgres = await startDatabases(folder)
  try {
    const { url } = await createOrderDatabase(postgres, { name: 'statistics', orders: [] })
    const { affiliate, trader } = await fillReferrals(url, { trades, traders })
    const paths = {
      'affiliate-stats': `affiliate-stats/${affiliate}`,
      'days of an affiliate': `affiliate-stats/${affiliate}/days`,
      'traders of an affiliate': `affiliate-stats/${affiliate}/traders`,
      'payouts of an affiliate': `payouts/${affiliate}`,
      'trader-stats': `trader-stats/${trader}`,
      'trader-activity': `trader-activity/${trader}`,
    }
    const web = await processes.startWeb({ DATABASE_URL: url })
    const times = new Map(Object.keys(paths).map((name) => [name, [] as number[]]))
    const database = new Client({ connectionString: url })
    await database.connect()
    for (let turn = -20; turn < turns; turn++) {
      await web.forget()
      await database.query('DELETE FROM cached_answers')
      for (const [name, path] of Object.entries(paths)) {
        const before = performance.now()
        const response = await fetch(`http://127.0.0.1:${web.port}/affiliate/${path}`)
        await response.text()
        if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
        if (turn >= 0) times.get(name)?.push(performance.now() - before)
      }
    }
    await database.end()
    report.say(`statistics of ${trades} trades, of ${traders} traders of one affiliate and of one`)
    for (const [name, ms] of times) {
      report.say(`${name}: p50 ${quantile(ms, 0.5).toFixed(1)} ms`)
      report.atMost(`${name}, p99:`, quantile(ms, 0.99), { ceiling: 20, unit: 'ms' })
    }
  } finally {
    await processes.end()
    await postgres.stop()
  }
}
