import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { LimitPriceRail, PriceRail } from '@/components/ui/price-rail'
import { ProgressSegments } from '@/components/ui/progress-segments'
import type { LimitRailPrices, OrderRailPrices } from '@/components/ui/rail-positions'
import { Skeleton } from '@/components/ui/skeleton'
import { Slip } from '@/components/ui/slip'
import { Stamp, type StampKind } from '@/components/ui/stamp'
import { Stepper } from '@/components/ui/stepper'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { formatOf } from '@/lib/core/format/format'
import { usdc } from './sample-network'
import { Specimen } from './specimen'

const kinds: readonly StampKind[] = ['filled', 'expired', 'cancelled']

const cents = (amounts: readonly bigint[]) =>
  formatOf('en').amounts(amounts, { address: usdc.address, decimals: 2 })
const before = { kind: 'sell', limit: 450_377n, quoted: 452_640n } as const
const orderRails: readonly OrderRailPrices[] = [
  { ...before, market: 453_233n },
  { ...before, executed: 453_487n },
  { ...before, executed: 451_790n },
  { ...before, executed: 453_487n, bound: 453_520n },
  { kind: 'buy', limit: 152_000n, quoted: 150_000n, market: 149_800n },
  { kind: 'buy', limit: 152_000n, quoted: 150_000n, executed: 146_000n },
  { kind: 'sell', limit: 450_377n, quoted: 450_377n },
]
const market = { market: 3_021.55, range: { low: 3_001.66, high: 3_058.91 }, isHigherBetter: true }
const limitRails: readonly LimitRailPrices[] = [
  { ...market, limit: 3_081.98 },
  { ...market, limit: 3_022 },
  { ...market, limit: 2_900, range: undefined },
]

/** Rails at the widths of a ticket on phones and on desktops. */
const Rails = () => (
  <div className="flex flex-wrap gap-6">
    {['w-64', 'w-101'].map((width) => (
      <div key={width} className={`grid gap-6 ${width}`}>
        {orderRails.map((prices, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list.
          <PriceRail key={index} prices={prices} texts={cents} />
        ))}
        {limitRails.map((prices) => (
          <LimitPriceRail
            key={prices.limit}
            prices={prices}
            text={(price) => formatOf('en').rate(price)}
          />
        ))}
      </div>
    ))}
  </div>
)

const History = () => (
  <Table caption="Order history">
    <thead>
      <tr>
        <TableHead>Pair</TableHead>
        <TableHead align="end">Paid</TableHead>
        <TableHead align="end">Received</TableHead>
        <TableHead>Price</TableHead>
        <TableHead>Status</TableHead>
        <TableHead>Order</TableHead>
      </tr>
    </thead>
    <tbody>
      {kinds.map((kind) => (
        <tr key={kind}>
          <TableCell className="font-medium whitespace-nowrap">WETH → USDC</TableCell>
          <TableCell align="end">1.5 WETH</TableCell>
          <TableCell align="end">4,826.40 USDC</TableCell>
          <TableCell>3,217.60</TableCell>
          <TableCell>
            <Badge>{kind}</Badge>
          </TableCell>
          <TableCell className="font-mono text-code whitespace-nowrap">
            0x3fa1…c2e9 <CopyButton text="0x3fa1" what="order id" />
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** Static components: stamps, rails, badges, alerts, lists. */
export const GalleryPaper = () => (
  <>
    <Specimen title="Stamps and badges">
      <div className="flex flex-wrap items-center gap-8 py-4">
        {kinds.map((kind) => (
          <Stamp key={kind} kind={kind} word={kind} note="23 Nov 2026 · 10:04" />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Badge>Partly filled 37%</Badge>
        <Badge tone="primary">Verified</Badge>
        <Badge tone="surplus">+14.3 USDC</Badge>
        <Badge tone="warn">Price not verified</Badge>
        <Badge tone="danger">Allowance missing</Badge>
        <Badge tone="info">Awaiting signature</Badge>
      </div>
    </Specimen>
    <Specimen title="Price rails">
      <Rails />
    </Specimen>
    <Specimen title="Alerts">
      <div className="grid gap-3 desk:grid-cols-3">
        <Alert
          tone="danger"
          title="No route for this size"
          actions={<Button size="small">Retry</Button>}
        >
          Try a smaller amount or another token.
        </Alert>
        <Alert tone="warn" title="The price is 6.00% below the market">
          You would receive $41.20 less than you pay.
        </Alert>
        <Alert tone="info" title="This is an embedded network">
          Its tokens have no value.
        </Alert>
      </div>
    </Specimen>
    <Specimen title="Steps">
      <div className="grid gap-6 tab:grid-cols-2">
        <Stepper
          label="To place this order"
          pace="busy"
          steps={[
            { label: 'Approve 1.5 WETH', state: 'done' },
            { label: 'Sign', state: 'current', note: 'Confirm in your wallet.' },
            { label: 'Send', state: 'waiting' },
          ]}
        />
        <Stepper
          label="To sign"
          direction="row"
          steps={[
            { label: 'WETH approved', state: 'done' },
            { label: 'Sign order', state: 'current' },
          ]}
        />
      </div>
      <ProgressSegments
        label="Progress"
        pace="busy"
        segments={[
          { label: 'Signed', state: 'done', note: '10:03:51' },
          { label: 'In auction', state: 'current' },
          { label: 'Winner chosen', state: 'waiting' },
          { label: 'Settled', state: 'waiting', note: 'Expires 10:34' },
        ]}
      />
    </Specimen>
    <Specimen title="Table">
      <History />
    </Specimen>
    <Specimen title="Waiting and empty">
      <div className="grid gap-6 tab:grid-cols-2">
        <Slip aria-label="Loading" className="grid content-start gap-3 p-5">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </Slip>
        <Slip aria-label="Empty">
          <EmptyState title="No orders yet" action={<Button variant="primary">Swap tokens</Button>}>
            Orders you sign appear here with their price and status.
          </EmptyState>
        </Slip>
      </div>
    </Specimen>
  </>
)
