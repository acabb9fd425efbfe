import { parentPort } from 'node:worker_threads'
import { createPricingThread, type ThreadRequest } from '@/lib/quotes/pricing-thread'

// Entry point of a worker thread that prices quotes one at a time.

const answer = createPricingThread()
parentPort?.on('message', (question: ThreadRequest) => parentPort?.postMessage(answer(question)))
