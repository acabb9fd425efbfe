import { parentPort } from 'node:worker_threads'
import type { Solving } from '@/lib/auctions/model/solution'
import { solvers } from '@/lib/auctions/selection/run-auction'
import type { ThreadAnswer, ThreadQuestion } from '@/lib/auctions/solvers/threaded-solvers'

// Entry point of a thread in which solvers of ours work, one question after the other.

parentPort?.on('message', async (question: ThreadQuestion) => {
  tell(await answer(question))
})

const tell = (answer: ThreadAnswer) => parentPort?.postMessage(answer)

async function answer(question: ThreadQuestion): Promise<ThreadAnswer> {
  const { number, solver, auction, endsAtMs } = question
  const known = solvers.find(({ name }) => name === solver)
  if (!known) return { number, error: `there is no solver ${solver}` }
  let isCut = false
  const solving: Solving = {
    timeMs: Math.max(0, endsAtMs - Date.now()),
    onFound: (found) => tell({ number, found }),
    onCut: () => {
      isCut = true
    },
  }
  try {
    const solutions = await known.solve(auction, solving)
    return { number, solutions, isCut }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}
