import type { Page, Request, Route } from '@playwright/test'
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult, multicall3Abi } from 'viem'
import { offerExample, recordExample } from '@/lib/api/affiliate/affiliate-fields'
import { exampleTrader } from '@/lib/api/affiliate/affiliate-stats-fields'
import {
  exampleOwner,
  exampleSeconds,
  exampleToken,
  orderExample,
} from '@/lib/api/order-book/order-examples'

const part = { executedSellAmount: '370000000000000000', executedBuyAmount: '1117970000' }
const whole = { executedSellAmount: '1000000000000000000', executedBuyAmount: '3021550000' }
const base = { ...orderExample, validTo: 1_795_339_800 }

/** One order per list state. */
const states = [
  {},
  part,
  { signingScheme: 'presign', presignaturePending: true },
  { kind: 'buy', partiallyFillable: true },
  { ...whole, status: 'fulfilled' },
  { ...part, status: 'expired' },
  { status: 'expired' },
  { status: 'cancelled', invalidated: true },
]

/** An account's orders, newest first, one hour apart. */
const orders = states.map((state, index) => ({
  ...base,
  ...state,
  uid: `${base.uid.slice(0, -2)}${String(index).padStart(2, '0')}`,
  creationDate: new Date(Date.parse(base.creationDate) - index * 3_600_000).toISOString(),
}))

/** The fixed time of the screenshots. */
export const pictureTime = new Date(exampleSeconds * 1_000)

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const hour = 3_600
const asOf = pictureTime.toISOString()

const totals = {
  ...{ orders: 31, fills: 33, volumeUsd: 48_212.4, unpricedFills: 0 },
  ...{ surplusVsQuoteUsd: 48.12, surplusVsLimitUsd: 212.4, networkCostsUsd: 17.83 },
}

/** Response bodies by path; undefined: 404. */
type Answers = readonly (readonly [path: RegExp, answer: (request: Request) => unknown])[]

const price = (address: string) => (address === exampleToken ? 3021.55 : usdPrice(address))
/** 1 for USDC, a fixed value between 10 and 35.5 for other tokens. */
const usdPrice = (address: string) =>
  address === usdc ? 1 : 10 + Number.parseInt(address.slice(-2), 16) / 10

const answers: Answers = [
  [/\/tokens\/(0x\w+)\/usdPrice$/, (request) => ({ price: price(tokenOf(request)) })],
  [/\/tokens\/markets$/, markets],
  [/\/candles$/, candles],
  [/\/topHolders$/, () => holders],
  [/\/yield\/pools$/, () => pools],
  [/\/slippageTolerance$/, () => ({ slippageBps: 54 })],
  [/\/api\/v1\/quote$/, quote],
  [/\/api\/v1\/account\/\w+\/orders$/, () => orders],
  [/\/schedules$/, () => []],
  [/\/api\/v1\/orders\/\w+\/status$/, () => ({ type: 'scheduled', value: [] })],
  [/\/api\/v1\/orders\/\w+$/, (request) => orders.find(({ uid }) => request.url().includes(uid))],
  [/\/total_surplus$/, () => ({ totalSurplus: '12300000000000000' })],
  [/\/address\/\w+\/balances$/, () => ({ balances: held })],
  [/\/accounts\/\w+\/balances$/, balances],
  [/\/accounts\/\w+\/totals$/, () => totals],
  [/\/accounts\/\w+\/notifications$/, () => notifications],
  [/\/trader-stats\/\w+$/, () => undefined],
  [/\/affiliate-stats\/\w+\/days$/, () => ({ rows: days })],
  [/\/affiliate-stats\/\w+\/traders$/, () => ({ rows: traders })],
  [/\/affiliate-stats\/\w+$/, () => affiliateStats],
  [/\/affiliate\/payouts\/\w+$/, () => ({ rows: [] })],
  [/\/affiliate\/0x\w+$/, () => recordExample],
  [/\/ref-codes\/\w+$/, () => offerExample],
  [/\/rpc$/, (request) => answerCalls(request.postDataJSON())],
]

/** Paths whose real response is deterministic on a fresh service. */
const deterministic =
  /^\/(tokenlist\.json|settings\.json|icon\.svg|api\/auth\/session|api\/announcements)$/

/** Stubs all script requests of a page with fixed responses; unknown paths are 404. */
export async function stubAnswers(page: Page): Promise<void> {
  await page.route('**/*', (route) => answer(route))
}

async function answer(route: Route): Promise<void> {
  const request = route.request()
  const { pathname, searchParams } = new URL(request.url())
  const isScripted = ['fetch', 'xhr', 'eventsource'].includes(request.resourceType())
  if (!isScripted || searchParams.has('_rsc')) return route.continue()
  const headers = { date: pictureTime.toUTCString() }
  if (deterministic.test(pathname)) {
    const response = await route.fetch()
    return route.fulfill({ response, headers: { ...response.headers(), ...headers } })
  }
  if (request.resourceType() === 'eventsource') return route.abort()
  const [, known] = answers.find(([path]) => path.test(pathname)) ?? []
  const body = known?.(request)
  if (body === undefined) return route.fulfill({ status: 404, json: { message: 'not found' } })
  await route.fulfill({ json: body, headers })
}

const tokenOf = (request: Request): string =>
  /\/tokens\/(0x\w+)/.exec(new URL(request.url()).pathname)?.[1] ?? ''

const steps: Readonly<Record<string, number>> = {
  '5m': 300,
  '15m': 900,
  '1h': hour,
  '4h': 4 * hour,
}

/** Candles that oscillate around the current price and end at it. */
function candles(request: Request) {
  const { searchParams } = new URL(request.url())
  const step = steps[searchParams.get('interval') ?? ''] ?? 24 * hour
  const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
  const count = Math.max(0, Math.ceil((to - from) / step))
  const end = price(tokenOf(request))
  const at = (index: number) => end * (1 + 0.03 * Math.sin(((count - index) * 9) / count))
  return Array.from({ length: count }, (_, index) => {
    const [open, close] = [at(index), at(index + 1)]
    const [high, low] = [Math.max(open, close) * 1.002, Math.min(open, close) * 0.998]
    return {
      time: from + index * step,
      open,
      high,
      low,
      close,
      volume: 40_000 + 997 * (index % 13),
    }
  })
}

/** The figures of the two tokens with known amounts; the list shows dashes for the others. */
function markets() {
  const week = Array.from({ length: 43 }, (_, index) => 1 + 0.03 * Math.sin(index / 4))
  const figures = [
    { address: exampleToken, tvl: 412_600_000, volume: 184_200_000, supply: 3_081_200 },
    { address: usdc, tvl: 388_100_000, volume: 241_700_000, supply: 61_420_000_000 },
  ]
  return figures.map((figure) => ({
    ...figure,
    price: price(figure.address),
    dayChange: figure.address === usdc ? 0.0001 : -0.0122,
    marketCap: price(figure.address) * figure.supply,
    week: week.map((factor) => price(figure.address) * (figure.address === usdc ? 1 : factor)),
  }))
}

const digits = (digit: number) => `0x${String(digit).repeat(40)}`

const holders = Array.from({ length: 12 }, (_, index) => ({
  address: digits(index % 10),
  balance: `${120 - 9 * index}000000000000000000`,
}))

const pools = ['uniswap_v2', 'uniswap_v3', 'balancer_v2'].map((project, index) => ({
  ...{ contract_address: digits(index + 1), chain_id: 1, project, fee: 0.3 },
  ...{ apr: 3.65 - index, tvl: 20_000_000 / (index + 1), volume: 666_666.67 / (index + 1) },
}))

function quote(request: Request) {
  const { sellToken, buyToken, from, receiver, sellAmountBeforeFee, appData } =
    request.postDataJSON()
  const fee = 236_558_000_000_000n
  const sold = BigInt(sellAmountBeforeFee ?? 10n ** 18n) - fee
  return {
    quote: {
      ...{ sellToken, buyToken, receiver: receiver ?? from, appData, kind: 'sell' },
      ...{ sellAmount: String(sold), buyAmount: String((sold * 3_010n) / 10n ** 12n) },
      ...{ feeAmount: String(fee), gasAmount: '236558', gasPrice: '1000000000' },
      ...{ sellTokenPrice: '1', validTo: exampleSeconds + 1800, partiallyFillable: false },
      ...{ appDataHash: `0x${'d1'.repeat(32)}`, sellTokenBalance: 'erc20' },
      ...{ buyTokenBalance: 'erc20', signingScheme: 'eip712' },
    },
    ...{ from, expiration: new Date(pictureTime.getTime() + 60_000).toISOString() },
    ...{ id: 1, verified: true },
  }
}

const held: Readonly<Record<string, string>> = {
  [exampleToken]: '4208100000000000000',
  [usdc]: '1250000000',
}

const known: Readonly<Record<string, object>> = {
  [exampleToken]: { decimals: 18, symbol: 'WETH', name: 'Wrapped Ether' },
  [usdc]: { decimals: 6, symbol: 'USDC', name: 'USD Coin' },
}

/** The account's balances: fixed per known token, 10 native, else 0. */
function balances(request: Request) {
  const tokens = new URL(request.url()).searchParams.get('tokens')?.split(',') ?? []
  const native = { decimals: 18, symbol: 'ETH', name: 'ETH' }
  return tokens.map((address) => ({
    token: { address, ...(known[address] ?? native) },
    balance: held[address] ?? (address.startsWith('0xeee') ? '10000000000000000000' : '0'),
    allowance: address === exampleToken ? '1500000000000000000' : '0',
  }))
}

const messages = [
  ['order_filled', 'Order filled: sold 1 WETH for 3,021.55 USDC on Ethereum.'],
  ['price_improvement', 'Surplus: you received 61.42 USDC (2.03%) more than expected.'],
  ['order_expired', 'Order expired unfilled: sell 1 WETH for at least 3,100.00 USDC on Ethereum.'],
  [
    'insufficient_balance',
    'Balance too low: the order needs 1 WETH, the account holds 0.25 WETH on Ethereum.',
  ],
] as const

const notifications = messages.map(([type, message], index) => ({
  ...{ id: `0x${String(index + 1).repeat(64)}`, account: exampleOwner, type, message },
  timestamp: new Date(pictureTime.getTime() - index * 13 * hour * 1_000).toISOString(),
  metadata: { orderId: orders[index]?.uid, chainId: 1 },
}))

const affiliateStats = {
  ...{ affiliate_address: exampleOwner, referrer_code: recordExample.code, total_volume: 60_000 },
  ...{ trigger_volume: 50_000, total_earned: 10, paid_out: 0, next_payout: 10 },
  ...{ left_to_next_reward: 40_000, active_traders: 1, total_traders: 1, lastUpdatedAt: asOf },
}

const trades = { trades: 1, volume: 60_000 }
const days = [{ day: asOf.slice(0, 10), traders: 1, eligible: 60_000, ...trades }]

const traders = [
  {
    ...{ trader_address: exampleTrader, bound_referrer_code: recordExample.code, ...trades },
    ...{ linked_since: asOf, rewards_end: '2027-02-19T09:30:00.000Z', last_trade: asOf },
    ...{ eligible_trades: 1, eligible_volume: 60_000, left_to_next_reward: 40_000 },
    ...{ total_earned: 10, lastUpdatedAt: asOf },
  },
]

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** Stubs JSON-RPC: an EOA with the same balance and allowance for every token. */
function answerCalls(calls: Call | readonly Call[]): unknown {
  const one = ({ id, method, params }: Call) => ({
    jsonrpc: '2.0',
    id,
    result: resultOf(method, params),
  })
  return 'method' in calls ? one(calls) : calls.map(one)
}

const uint = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const amount = 4_208_100_000_000_000_000n

function resultOf(method: string, [call]: readonly unknown[]): unknown {
  if (method === 'eth_chainId') return '0x1'
  if (method === 'eth_getBalance') return `0x${(10n ** 19n).toString(16)}`
  if (method === 'eth_getCode') return '0x'
  if (method !== 'eth_call') return '0x0'
  const { data } = call as { readonly data: `0x${string}` }
  if (!data.startsWith('0x82ad56cb')) return readOf(data)
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const [reads] = args as readonly [readonly { readonly callData: `0x${string}` }[]]
  const result = reads.map(({ callData }) => ({ success: true, returnData: readOf(callData) }))
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
}

/** Answers `balanceOf` and `allowance`; every other call returns no data. */
const readOf = (data: `0x${string}`): `0x${string}` =>
  /^0x(70a08231|dd62ed3e)/.test(data) ? uint(amount) : '0x'
