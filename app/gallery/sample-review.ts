import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/signing-error'
import type { ApprovalState } from '@/lib/client/swap/approval-state'
import type { ReviewState } from '@/lib/client/swap/review-state'
import { sampleOffer } from './sample-swap'

const needed = 1_500_000_000_000_000_000n
const offer = sampleOffer()
const hash = `0x${'ab'.repeat(32)}` as const

type Given = {
  readonly review?: Partial<ReviewState>
  readonly approval?: Partial<ApprovalState>
  /** Errors of the wallet, the chain or the service. */
  readonly error?: unknown
}

/** A review of the sample offer, with its sell token approved by default. */
export function sampleReview({ review, approval, error }: Given) {
  const state = {
    seen: offer,
    live: offer,
    improvedFrom: undefined,
    phase: { at: 'review' },
  } as const
  const allowed = {
    ...{ needed, allowance: needed, isRaised: false },
    ...{ extent: 'exact', phase: { at: 'rest' } },
  } as const
  const acts = { accept: () => {}, sign: () => {}, stop: () => {}, close: () => {} }
  const choose = { choose: () => {}, approve: () => {} }
  return {
    review: { state: { ...state, ...review } as ReviewState, error, ...acts },
    approval: {
      ...{ state: { ...allowed, ...approval } as ApprovalState, error, transaction: undefined },
      ...choose,
    },
  }
}

/** The owner declined in the wallet. */
const declined = Object.assign(new Error('User rejected the request.'), { code: 4001 })

const refused = (code: string, description: string, status = 400) =>
  new ApiError(status, { errorType: code, description })

type Case = Given & { readonly title: string }

const failed = (failure: 'declined' | 'allowance' | 'expired' | 'app-data' | 'down' | 'refused') =>
  ({ phase: { at: 'review', failure } }) as const

/** Failures between review and acceptance. */
export const reviewFailures: readonly Case[] = [
  { title: 'declined', review: failed('declined'), error: declined },
  { title: 'wallet is silent', review: { phase: { at: 'signing', id: 1, isLate: true } } },
  {
    title: 'other network',
    review: { phase: { at: 'review', failure: 'other-network' } },
    error: new SigningError('other-network'),
  },
  {
    title: 'other signature',
    review: { phase: { at: 'review', failure: 'other-signature' } },
    error: refused('InvalidSignature', 'the signature is not of this order'),
  },
  {
    title: 'allowance',
    review: failed('allowance'),
    approval: { allowance: 0n },
    error: refused('InsufficientAllowance', 'the vault relayer may take 0'),
  },
  {
    title: 'expired',
    review: failed('expired'),
    error: refused('OrderExpired', 'validTo is in the past'),
  },
  {
    title: 'app data',
    review: failed('app-data'),
    error: refused('InvalidAppData', 'no document of that hash'),
  },
  {
    title: 'forbidden',
    review: { phase: { at: 'forbidden' } },
    error: refused('Forbidden', 'this wallet can place no orders here', 403),
  },
  { title: 'busy, tried again', review: { phase: { at: 'posting', id: 1, retrySeconds: 8 } } },
  {
    title: 'service is down',
    review: failed('down'),
    error: refused('InternalServerError', 'the service did not answer', 500),
  },
  { title: 'wallet failed', review: failed('refused'), error: new Error('Ledger is locked') },
]

/** Price changes and signature states. */
export const reviewPhases: readonly Case[] = [
  { title: 'ready' },
  { title: 'price is worse', review: { live: sampleOffer({ buyAmount: 4_700_000_000n }) } },
  {
    title: 'price is better',
    review: { improvedFrom: sampleOffer({ buyAmount: 4_700_000_000n }) },
  },
  { title: 'price is awaited', review: { live: undefined } },
  { title: 'wallet is asked', review: { phase: { at: 'signing', id: 1, isLate: false } } },
  { title: 'sent', review: { phase: { at: 'posting', id: 1 } } },
  { title: 'placed', review: { phase: { at: 'placed' } } },
]

const missing = { allowance: 0n } as const
const inWallet = { at: 'wallet', id: 1, isLate: false } as const

/** States of an approval. */
export const approvalCases: readonly Case[] = [
  { title: 'allowance unknown', approval: { allowance: undefined } },
  { title: 'missing', approval: missing },
  { title: 'reset in wallet', approval: { ...missing, phase: { ...inWallet, step: 'reset' } } },
  { title: 'in wallet', approval: { ...missing, phase: { ...inWallet, step: 'approve' } } },
  {
    title: 'wallet is silent',
    approval: { ...missing, phase: { ...inWallet, step: 'approve', isLate: true } },
  },
  {
    title: 'on its way',
    approval: { ...missing, phase: { at: 'chain', step: 'approve', id: 1, hash } },
  },
  { title: 'confirmed', approval: { ...missing, phase: { at: 'reading', id: 1 } } },
  { title: 'approved', approval: { isRaised: true } },
  {
    title: 'too low',
    approval: { allowance: needed / 3n, phase: { at: 'rest', trouble: 'too-low' } },
  },
  {
    title: 'declined',
    approval: { ...missing, phase: { at: 'rest', trouble: 'rejected' } },
    error: declined,
  },
  {
    title: 'reverted',
    approval: { ...missing, phase: { at: 'rest', trouble: 'reverted' } },
    error: new Error('The transaction reverted'),
  },
  {
    title: 'cancelled',
    approval: { ...missing, phase: { at: 'rest', trouble: 'cancelled' } },
    error: new Error('The transaction was replaced in the wallet'),
  },
]
