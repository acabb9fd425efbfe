import { UserRejectedRequestError } from 'viem'
import { expect, test } from 'vitest'
import { refusedSubmissions } from '@/lib/api/order-book/order-refusals'
import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/signing-error'
import { TransactionError } from '@/lib/client/wallet/transaction-error'
import { type TokenFault, tokenFaults } from '@/lib/core/token-faults'
import { translatorOf } from '@/lib/testing/translator-of'
import { readQuoteFailure, refusedToken } from './quote-failure'
import { describeQuoteProblem } from './quote-problem'
import { describeSigningProblem } from './signing-problem'
import { tokenFaultText } from './token-fault-text'

const t = translatorOf('swap')
const english = { t, locale: 'en' } as const
const german = { t: translatorOf('swap', 'de'), locale: 'de' } as const
const weth = { symbol: 'WETH', decimals: 18 }
const wallet = translatorOf('wallet')

const refused = (status: number, errorType: string, description: string) =>
  new ApiError(status, { errorType, description })

type ErrorAnswer = { readonly errorType?: string; readonly description?: string }

const errorOf = (response: unknown) => (response ?? {}) as ErrorAnswer

test('describes an amount below the cost, a missing route and an unsupported token', () => {
  const short = (code: string) =>
    describeQuoteProblem(english, readQuoteFailure(refused(400, code, 'why')), weth).short
  expect(short('SellAmountDoesNotCoverFee')).toBe('Amount too small')
  expect(short('NoLiquidity')).toBe('No route for this size')
  expect(short('UnsupportedToken')).toBe('Token not supported')
})

test('suggests a minimum for an amount below the cost', () => {
  const tooSmall = (data: Record<string, unknown>) =>
    readQuoteFailure(new ApiError(400, { errorType: 'SellAmountDoesNotCoverFee', data }))
  const advice = (words: typeof english | typeof german, cost: bigint) => {
    const failure = tooSmall({ fee_amount: `0x${cost.toString(16)}` })
    return describeQuoteProblem(words, failure, weth).advice
  }
  expect(advice(english, 236_558_000_000_000n)).toContain('Try 0.00048 WETH or more.')
  expect(advice(german, 236_558_000_000_000n)).toContain('mindestens 0,00048 WETH.')
  expect(advice(english, 1n)).toContain('Try 0.000000000000000002 WETH or more.')
  expect(describeQuoteProblem(english, tooSmall({}), weth).advice).toContain(
    'larger amount of WETH',
  )
  expect(tooSmall({ fee_amount: 'much' }).cost).toBeUndefined()
})

test('a retry is offered if the service failed, not if it refused', () => {
  const canRetry = (error: unknown) =>
    describeQuoteProblem(english, readQuoteFailure(error), weth).canRetry
  expect(canRetry(refused(500, 'InternalServerError', 'down'))).toBe(true)
  expect(canRetry(new TypeError('Failed to fetch'))).toBe(true)
  expect(canRetry(refused(429, 'RateLimited', 'slow down'))).toBe(true)
  expect(canRetry(refused(400, 'InvalidParameter', 'sellToken is missing'))).toBe(false)
})

test('a declined request is not an error, however deeply wrapped', () => {
  const declined = new UserRejectedRequestError(new Error('no'))
  const wrapped = new Error('outer', { cause: new Error('inner', { cause: declined }) })
  expect(describeSigningProblem(wallet, declined).tone).toBe('info')
  expect(describeSigningProblem(wallet, wrapped).title).toBe('You declined the request')
})

test('a refused order gives the reason, and the service’s message separately', () => {
  const problem = describeSigningProblem(
    wallet,
    refused(400, 'InsufficientAllowance', 'approve 5 more'),
  )
  expect(problem).toMatchObject({
    title: 'Not enough allowance',
    advice: 'Nothing was submitted.',
    message: 'approve 5 more',
  })
  expect(describeSigningProblem(wallet, refused(500, 'InternalServerError', 'x')).title).toBe(
    'The service is not responding',
  )
})

test('words missing funds in amounts of the sell token', () => {
  const soldText = (atoms: bigint) => `${atoms / 10n ** 18n} WETH`
  const described = ['InsufficientAllowance', 'InsufficientBalance'].map((code) => {
    const example = refusedSubmissions.find(({ response }) => errorOf(response).errorType === code)
    return describeSigningProblem(wallet, new ApiError(400, errorOf(example?.response)), soldText)
  })
  expect(described).toEqual([
    {
      tone: 'danger',
      title: 'Not enough allowance',
      advice: 'The order needs 1 WETH, the vault relayer may move 0 WETH. Nothing was submitted.',
    },
    {
      tone: 'danger',
      title: 'Not enough balance',
      advice: 'The order needs 1 WETH, your wallet holds 0 WETH. Nothing was submitted.',
    },
  ])
  const hooked = refused(
    400,
    'InsufficientBalance',
    'the owner has 5 of the sell token (erc20) after the pre-hooks, the order needs 7',
  )
  expect(describeSigningProblem(wallet, hooked, (atoms) => `${atoms} X`).advice).toContain(
    'needs 7 X, your wallet holds 5 X.',
  )
})

test('names a signature of another message', () => {
  const error = new SigningError('other-account')
  expect(describeSigningProblem(wallet, error).title).toBe(
    'The wallet switched to another account.',
  )
})

test.each([
  new SigningError('other-account'),
  new TransactionError('reverted'),
  refused(400, 'InsufficientBalance', 'in English'),
  refused(400, 'OldOrderActivelyBidOn', 'in English'),
  refused(500, 'InternalServerError', 'in English'),
  new Error('No key\nRequest: …'),
])('describes %s in German', (error) => {
  const german = describeSigningProblem(translatorOf('wallet', 'de'), error)
  const english = describeSigningProblem(wallet, error)
  expect(german.title).not.toBe(english.title)
  expect(german.advice).not.toBe(english.advice)
  expect(german.message).toBe(english.message)
  expect(`${german.title} ${german.advice}`).not.toContain('English')
})

test('returns the address of the token that the service does not trade', () => {
  const token = `0x${'1f'.repeat(20)}`
  const message = (message: string, code = 'UnsupportedToken') =>
    refusedToken(readQuoteFailure(refused(400, code, message)))
  expect(message(`token FEE (${token}) is not supported: it delivers less`)).toBe(token)
  expect(message(`token ${token} is not supported: the operator does not serve it`)).toBe(token)
  expect(message('no token is named')).toBeUndefined()
  expect(message(`token ${token} is not supported: why`, 'NoLiquidity')).toBeUndefined()
  expect(refusedToken(undefined)).toBeUndefined()
})

test.each(Object.keys(tokenFaults) as TokenFault[])(
  'explains in the page’s language why a token is not traded: %s',
  (fault) => {
    const message = `token FEE (0x12) is not supported: ${tokenFaults[fault]}`
    expect(tokenFaultText(t, message).toLowerCase()).toBe(`${tokenFaults[fault]}.`.toLowerCase())
    expect(tokenFaultText(translatorOf('swap', 'de'), message)).not.toMatch(/\b(it|its|there)\b/i)
  },
)

test('an operator’s reason is quoted as written, and introduced as one', () => {
  const message = 'token 0x12 is not supported: the operator does not serve it (a copy of another)'
  expect(tokenFaultText(t, message)).toBe('This service does not support it (a copy of another).')
  expect(tokenFaultText(translatorOf('swap', 'de'), message)).toBe(
    'Dieser Dienst unterstützt ihn nicht (a copy of another).',
  )
})

test('any other reason is quoted as a sentence, without the token', () => {
  expect(tokenFaultText(t, 'token FEE (0x12) is not supported: it is odd')).toBe('It is odd.')
  expect(tokenFaultText(t, 'something else')).toBe('Something else.')
})

test('a rejected quote request shows the service’s own message', () => {
  const failure = readQuoteFailure(refused(400, 'InvalidParameter', 'validTo is in the past'))
  expect(describeQuoteProblem(german, failure, weth)).toEqual({
    short: 'Kein Kurs für diesen Auftrag',
    advice: 'Ändern Sie den Betrag oder wählen Sie andere Token.',
    message: 'validTo is in the past',
    canRetry: false,
  })
})
