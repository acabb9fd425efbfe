import { parentPort } from 'node:worker_threads'
import { checkBound } from '@/lib/auctions/bounds/check-bound'
import { solvers } from '@/lib/auctions/selection/run-auction'
import type { ThreadRequest, ThreadResponse } from '@/lib/auctions/solvers/threaded-solvers'

// Entry point of the thread that runs our solvers and verifies solutions, one request at a time.

parentPort?.on('message', async (question: ThreadRequest) => {
  post(await answer(question))
})

const post = (answer: ThreadResponse) => parentPort?.postMessage(answer)

async function answer(question: ThreadRequest): Promise<ThreadResponse> {
  const { number, endsAtMs } = question
  try {
    if ('solver' in question) return await solve(question)
    const verdict = checkBound(question.boundCheck, () => Date.now() > endsAtMs)
    return { number, verdict }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}

async function solve(
  question: Extract<ThreadRequest, { readonly solver: string }>,
): Promise<ThreadResponse> {
  const { number, solver, auction, endsAtMs } = question
  const known = solvers.find(({ name }) => name === solver)
  if (!known) return { number, error: `there is no solver ${solver}` }
  let isCut = false
  const solutions = await known.solve(auction, {
    timeMs: Math.max(0, endsAtMs - Date.now()),
    onFound: (found) => post({ number, found }),
    onCut: () => {
      isCut = true
    },
  })
  return { number, solutions, isCut }
}
