import { parentPort } from 'node:worker_threads'
import { createPricingThread, type ThreadQuestion } from '@/lib/quotes/pricing-thread'

// Entry point of a thread in which quotes are priced, one question after the other.

const answer = createPricingThread()
parentPort?.on('message', (asked: ThreadQuestion) => parentPort?.postMessage(answer(asked)))
