import { parentPort } from 'node:worker_threads'
import { solvers } from '@/lib/auctions/run-auction'
import type { ThreadAnswer, ThreadQuestion } from '@/lib/auctions/threaded-solvers'

// Entry point of a thread in which solvers of ours work, one question after the other.

parentPort?.on('message', async (question: ThreadQuestion) => {
  parentPort?.postMessage(await answer(question))
})

async function answer({ solver, auction }: ThreadQuestion): Promise<ThreadAnswer> {
  const known = solvers.find(({ name }) => name === solver)
  if (!known) return { error: `there is no solver ${solver}` }
  try {
    return { solutions: await known.solve(auction) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
