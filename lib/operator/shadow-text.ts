import type { Row } from './command'
import { clean, formatTable } from './table'

// Formats the shadow report for a terminal of 100 columns. JSON has every figure in full.

/** Formats `shadow list`. */
export function formatShadowList(rows: readonly Row[]): string {
  return formatTable(
    rows.map((row) => ({
      auction: row.auction ?? '',
      network: row.network ?? '',
      block: row.block ?? '',
      end: row.end ?? '',
      net: short(row.net),
      netThere: short(row.netThere),
      moved: row.moved ?? '',
      bps: row.bps ?? '',
    })),
  )
}

/** Formats `shadow totals`: the line to decide by, how settlements ended, what they cost and earned, and why they failed. */
export function formatShadowTotals(rows: readonly Row[]): string {
  if (rows.length === 0) return formatTable(rows)
  const sums = rows.filter(({ day }) => day === 'all')
  const decisions = sums.flatMap(({ network, decision }) => wrap(`${network}: ${decision}`))
  const ends = rows.map(({ network = '', day = '', sent = 0, mined = 0, ...row }) => ({
    ...{ network, day, sent, mined, late: row.late ?? 0, reverted: row.reverted ?? 0 },
    ...{ withdrawn: row.withdrawn ?? 0, unknown: row.unknown ?? 0, pending: row.pending ?? 0 },
  }))
  const amounts = rows.map(({ network = '', day = '', ...row }) => ({
    ...{ network, day, spent: short(row.spent), kept: short(row.kept), owed: short(row.owed) },
    ...{ net: short(row.net), netThere: short(row.netThere), bps: row.bps ?? '' },
  }))
  const causes = sums.flatMap(({ network = '', causes = [] }) =>
    (causes as readonly { readonly cause: string; readonly count: number }[]).map(
      ({ cause, count }) => ({ network, count, cause: cause.slice(0, 70) }),
    ),
  )
  const parts = [decisions.join('\n'), formatTable(ends), formatTable(amounts)]
  return [...parts, ...(causes.length > 0 ? [formatTable(causes)] : [])].join('\n\n')
}

/** Formats `shadow show`: each settlement with its orders, and the pools and orders that mattered. */
export function formatShadow(rows: readonly Row[]): string {
  if (rows.length === 0) return formatTable(rows)
  return rows.map((row) => settlementText(row, rows.length)).join('\n\n')
}

function settlementText(row: Row, count: number): string {
  const title = `Settlement ${row.transaction} of ${count} of auction ${row.auction} on ${row.network}`
  const isPaid = row.end === 'mined' || row.end === 'reverted'
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['simulated', `on block ${row.simulatedOn}, offered until block ${row.deadline}`],
    ['end', endText(row)],
    ['cause', text(row.cause)],
    ['fees', `${row.offeredGwei} gwei offered, tip ${row.tipGwei}`],
    ['price', text(row.priceGwei)?.concat(' gwei')],
    ['base fee', text(row.baseFeeGwei)?.concat(' gwei at least')],
    ['gas', text(row.gas)?.concat(`, and ${short(row.dataFee) || 0} for data`)],
    ...(isPaid ? amountsOf(row) : []),
  ]
  const lines = facts.flatMap(([name, value]) => (value ? wrap(`${name.padEnd(11)}${value}`) : []))
  return [title, ...lines, '', formatTable(tradesOf(row)), ...listsOf(row)].join('\n')
}

/** The block that decided it, counted from the one of its simulation. */
function endText({ end, block, blocksAfter }: Row): string {
  if (!block) return String(end)
  const place = end === 'late' ? 'fees too low until block' : 'in block'
  return `${end}, ${place} ${block}, ${blocksAfter} after its simulation`
}

function amountsOf(row: Row): [string, string][] {
  return [
    ['spent', short(row.spent)],
    ['kept', `${short(row.kept)} at auction prices, ${short(row.keptThere) || 0} at that block's`],
    ['owed', `${short(row.owed)} at auction prices, ${short(row.owedThere) || 0} at that block's`],
    ['net', `${short(row.net)} at auction prices, ${short(row.netThere)} at that block's`],
  ]
}

function tradesOf({ trades = [] }: Row): Row[] {
  return (trades as readonly Row[]).map(({ order, kind, sold, bought, surplus, bps }) => ({
    order: shortHex(order),
    kind: kind ?? '',
    sold: atoms(sold),
    bought: atoms(bought),
    surplus: short(surplus),
    bps: bps ?? '',
  }))
}

function listsOf({ movedPools = [], failingOrders = [] }: Row): string[] {
  const pools = (movedPools as readonly Row[]).map(({ pool, tokenIn, tokenOut, bps, isShort }) => ({
    ...{ pool: pool ?? '', in: shortHex(tokenIn), out: shortHex(tokenOut), bps: bps ?? '' },
    fails: isShort ? 'too little' : '',
  }))
  const orders = (failingOrders as readonly string[]).map((order) => ({
    'order that fails alone': shortHex(order),
  }))
  return [pools, orders].flatMap((rows) => (rows.length > 0 ? ['', formatTable(rows)] : []))
}

function text(value: Row[string] | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : String(value)
}

/** Returns a native amount with four significant digits, at most 11 characters. */
export function short(value: Row[string] | undefined): string {
  if (value === undefined || value === '') return ''
  return String(Number(Number(value).toPrecision(4)))
}

/** Whole, or rounded if it has more digits than a column holds. */
function atoms(value: Row[string] | undefined): string {
  const digits = String(value ?? '')
  return digits.length > 20 ? Number(digits).toExponential(8) : digits
}

/** The first and last digits of an address or uid. */
function shortHex(value: Row[string] | undefined): string {
  const hex = String(value ?? '')
  return hex.length > 15 ? `${hex.slice(0, 8)}…${hex.slice(-6)}` : hex
}

const columns = 100

/** Breaks a line at spaces; later parts are indented. A contract chooses the reason with which it reverts. */
function wrap(line: string): string[] {
  const lines: string[] = []
  let rest = clean(line)
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns)
    const end = space > columns / 2 ? space : columns
    lines.push(rest.slice(0, end))
    rest = `  ${rest.slice(end).trimStart()}`
  }
  return [...lines, rest]
}
