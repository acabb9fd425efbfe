import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import {
  address,
  addressText,
  amount,
  amountText,
  bytes,
  hexText,
  uint256,
} from '@/lib/api/declare/fields'
import {
  type BundleTransaction,
  maxBundleGas,
  maxBundleTransactions,
  minGas,
  shareGas,
} from '@/lib/chain/simulation/bundle'
import { type SimulatedTransaction, simulateBundle } from '@/lib/chain/simulation/simulate-bundle'
import { exampleOwner } from './order-examples'

const gas = z
  .number('must be a whole number')
  .int('must be a whole number')
  .max(Number(maxBundleGas), `must be at most ${maxBundleGas}`)
  .transform(BigInt)

const transaction = z
  .object({
    from: address.describe('Sender; needs no key, and pays for no gas'),
    to: address.describe('Account or contract that it calls'),
    input: bytes.describe('Data of the call; 0x for none'),
    value: uint256.default(0n).describe('Native atoms sent along; 0 unless told'),
    gas: gas
      .optional()
      .describe('Gas that it may use; an equal share of 30,000,000 for all, unless told'),
    gas_price: amount
      .optional()
      .describe('Taken for compatibility; every gas price is played as 0'),
  })
  .refine((one) => one.gas === undefined || one.gas >= minGas(one.input), {
    path: ['gas'],
    message: 'must be at least 21000 and 10 for each zero byte, 40 for any other of input',
  })
  .meta({ id: 'BundleTransaction' })

const bundle = z
  .array(transaction, 'must be a list of transactions')
  .min(1, 'must have at least one transaction')
  .max(maxBundleTransactions, `must have at most ${maxBundleTransactions} transactions`)
  .transform((transactions, context): readonly BundleTransaction[] => {
    const shares = shareGas(transactions)
    if (shares) return transactions.map((one, i) => ({ ...one, gas: shares[i] ?? 0n }))
    const message = `must get along with ${maxBundleGas} gas together; state less gas, or send fewer transactions`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({ id: 'Bundle' })

const signedAmount = z
  .string()
  .regex(/^-?(?:0|[1-9][0-9]*)$/)
  .describe('Decimal integer, in atoms; negative for a loss')

const values = z.partialRecord(z.enum(['balance', 'nonce', 'code']), hexText)

const stateDiff = z
  .object({
    address: addressText.describe('Account that changed'),
    soltype: z.null().describe('Always null: the names of a contract’s variables are not known'),
    original: values.describe('What changed beside storage, before the bundle'),
    dirty: values.describe('The same after this transaction'),
    raw: z
      .array(
        z.object({
          address: addressText.describe('The account'),
          key: hexText.describe('Storage slot'),
          original: hexText.describe('What it held before the bundle'),
          dirty: hexText.describe('What it holds after this transaction'),
        }),
      )
      .describe('Storage that changed'),
  })
  .meta({ id: 'StateDiff' })

const simulated = z
  .object({
    status: z.boolean().describe('Whether the transaction succeeded'),
    id: hexText.describe('Names the simulation; the same for the same bundle on the same block'),
    link: z.literal('').describe('Always empty: simulations are not published'),
    cumulativeBalancesDiff: z
      .record(addressText, z.record(addressText, signedAmount))
      .describe(
        'What each holder gained of each token (0xeeee…: the native one) up to this transaction',
      ),
    stateDiff: z
      .array(stateDiff)
      .nullable()
      .describe(
        'What changed of the state up to this transaction; null where the node cannot trace',
      ),
    gasUsed: amountText.describe('Gas that the transaction used'),
    reason: z.string().optional().describe('Why it failed'),
  })
  .meta({ id: 'SimulatedTransaction' })

const recipient = `0x${'ab'.repeat(20)}`
const example = { from: exampleOwner, to: recipient, input: '0x', value: '1000000000000000000' }

/** POST /{chainId}/simulation/simulateBundle. */
export const simulateTransactions = defineEndpoint({
  name: 'simulateTransactions',
  method: 'POST',
  path: '/{chainId}/simulation/simulateBundle',
  summary: 'What transactions would do, played in sequence on the newest block; none is sent',
  tag: 'Market data',
  bodyLimit: 128 * 1024,
  body: bundle,
  response: z.array(simulated),
  examples: [
    {
      summary: 'One native token for somebody',
      varies: true,
      body: [example],
      response: [
        {
          status: true,
          id: `0x${'5d'.repeat(32)}`,
          link: '',
          cumulativeBalancesDiff: {
            [exampleOwner]: {
              '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee': '-1000000000000000000',
            },
            [recipient]: { '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee': '1000000000000000000' },
          },
          stateDiff: [
            {
              address: recipient,
              soltype: null,
              original: { balance: '0x0' },
              dirty: { balance: '0xde0b6b3a7640000' },
              raw: [],
            },
          ],
          gasUsed: '21000',
        },
      ],
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A transaction without data',
      body: [{ from: exampleOwner, to: recipient }],
      description: '0.input is missing',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'More than the sender holds',
      body: [{ ...example, from: `0x${'12'.repeat(20)}` }],
      description:
        'a transaction sends more of the native token than its sender then holds; lower value, or put what funds it before it',
    }),
  ],
  run: async (ctx, { body, network }) => {
    const simulated = await simulateBundle(ctx, { chainId: network.chainId, bundle: body })
    return simulated.map(viewTransaction)
  },
})

function viewTransaction({ stateDiff, reason, ...rest }: SimulatedTransaction) {
  return {
    ...rest,
    link: '' as const,
    stateDiff: stateDiff ?? null,
    ...(reason === undefined ? {} : { reason }),
  }
}
