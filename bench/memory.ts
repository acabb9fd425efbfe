import { join } from 'node:path'
import { memoryBelow, startInstance, temporaryFolder } from './instance'
import { approveRelayer, tradeOnce } from './trade'

// Resident memory of each process of an instance, after a few trades.
const trades = 5

const folder = temporaryFolder()
const instance = await startInstance({ dataDir: join(folder.path, 'data') })
try {
  const trader = await approveRelayer(instance.url)
  for (let trade = 0; trade < trades; trade++) await tradeOnce(trader)
  const memory = [...memoryBelow(instance.pid)].sort(([, a], [, b]) => b - a)
  console.log(
    `bench memory: ${memory.map(([name, mb]) => `${name} ${mb.toFixed(0)} MB`).join(', ')}`,
  )
} finally {
  await instance.stop()
  folder.remove()
}
