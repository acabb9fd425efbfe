import { parentPort } from 'node:worker_threads'
import { createPricingThread, type ThreadQuestion } from '@/lib/quotes/pricing-thread'

// Entry point of a worker thread that prices quotes one at a time.

const answer = createPricingThread()
parentPort?.on('message', (question: ThreadQuestion) => parentPort?.postMessage(answer(question)))
