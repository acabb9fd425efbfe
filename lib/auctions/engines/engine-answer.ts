import { z } from 'zod'
import { parseAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { parseHex } from '@/lib/core/bytes'

// Schema of a solver engine's answer. Ignores fields that this service does not use; names the unsupported fields that
// would change a solution's meaning, so that they are rejected rather than ignored.

const amount = z
  .string()
  .regex(/^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/)
  .transform(BigInt)
  .refine((value) => value <= maxUint256)

const address = z.string().transform((text, issues) => {
  const parsed = parseAddress(text)
  if (parsed) return parsed
  issues.addIssue('not an address')
  return z.NEVER
})

const uid = z.string().transform((text, issues) => {
  const parsed = parseHex(text, 56)
  if (parsed) return parsed
  issues.addIssue('not an order uid')
  return z.NEVER
})

const none = (what: string) => z.array(z.unknown()).max(0, `${what} are not supported`).optional()

const fulfillment = z.object({
  kind: z.literal('fulfillment', { error: 'only orders of the auction can be traded' }),
  order: uid,
  executedAmount: amount,
  fee: amount.nullish(),
})

const poolTrade = z.object({
  kind: z.literal('liquidity', { error: 'custom interactions are not allowed' }),
  id: z.union([z.string().max(100), z.number()]).transform(String),
  inputToken: address,
  outputToken: address,
  inputAmount: amount,
  outputAmount: amount,
})

const solution = z.object({
  id: z.union([z.int().min(0), z.string().max(20)]),
  prices: z.record(address, amount),
  trades: z.array(fulfillment).min(1).max(500),
  preInteractions: none('interactions before the trades'),
  interactions: z.array(poolTrade).max(500),
  postInteractions: none('interactions after the trades'),
  flashloans: z.union([none('flash loans'), z.null(), z.record(z.string(), z.never())]).optional(),
})

/** Maximum number of solutions per answer. */
const maxSolutions = 20

const answer = z.object({ solutions: z.array(z.unknown()).max(maxSolutions) })

/** One solution of an engine; amounts in atoms. */
export type EngineSolution = z.infer<typeof solution>

/** The well-formed solutions of an answer, and the errors of the others. */
export type EngineAnswer = {
  readonly solutions: readonly EngineSolution[]
  readonly faults: readonly string[]
}

/**
 * Parses the answer of a solver engine; a malformed solution does not invalidate the others.
 * @throws {Error} if the answer itself is malformed.
 */
export function parseAnswer(text: string): EngineAnswer {
  const { solutions } = answer.parse(JSON.parse(text))
  const parsed = solutions.map((entry) => solution.safeParse(entry))
  return {
    solutions: parsed.flatMap(({ data }) => (data ? [data] : [])),
    faults: parsed.flatMap(({ error }) => {
      const issue = error?.issues[0]
      return issue ? [`${issue.path.join('.')}: ${issue.message}`] : []
    }),
  }
}
