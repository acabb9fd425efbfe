import { parentPort } from 'node:worker_threads'
import { solvers } from '@/lib/auctions/run-auction'
import type { Solving } from '@/lib/auctions/solution'
import type { ThreadAnswer, ThreadQuestion } from '@/lib/auctions/threaded-solvers'

// Entry point of a thread in which solvers of ours work, one question after the other.

parentPort?.on('message', async (question: ThreadQuestion) => {
  tell(await answer(question))
})

const tell = (answer: ThreadAnswer) => parentPort?.postMessage(answer)

async function answer({ solver, auction, endsAtMs }: ThreadQuestion): Promise<ThreadAnswer> {
  const known = solvers.find(({ name }) => name === solver)
  if (!known) return { error: `there is no solver ${solver}` }
  let isCut = false
  const solving: Solving = {
    timeMs: Math.max(0, endsAtMs - Date.now()),
    onFound: (found) => tell({ found }),
    onCut: () => {
      isCut = true
    },
  }
  try {
    const solutions = await known.solve(auction, solving)
    return { solutions, isCut }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
