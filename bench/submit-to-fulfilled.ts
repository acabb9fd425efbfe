import { join } from 'node:path'
import { startInstance, temporaryFolder } from './instance'
import { approveRelayer, tradeOnce } from './trade'

// Seconds from submitting an order to reading it as fulfilled. One order at a time: the wait of a single
// trader.
const runs = 20

const folder = temporaryFolder()
const instance = await startInstance({ dataDir: join(folder.path, 'data') })
try {
  const trader = await approveRelayer(instance.url)
  const waits: number[] = []
  for (let run = 0; run < runs; run++) waits.push(await tradeOnce(trader))
  waits.sort((a, b) => a - b)
  const at = (share: number) => ((waits[Math.floor(share * (runs - 1))] ?? 0) / 1000).toFixed(2)
  console.log(
    `bench submit-to-fulfilled: median ${at(0.5)} s of ${runs} (fastest ${at(0)} s, slowest ${at(1)} s)`,
  )
} finally {
  await instance.stop()
  folder.remove()
}
