import {
  gainText,
  rateText,
  type ShownToken,
  tokenAmountText,
} from '@/components/orders/token-amount'
import { orderRail, type RailFill } from '@/components/ui/rail-positions'
import type { Translator } from '@/lib/client/i18n/translator'
import { gainOf, type Offer, orderPrices } from '@/lib/client/orders/order-prices'
import type { OrderStamp } from '@/lib/client/orders/order-state'
import { hasFills, type ShownOrder, shownAmounts } from '@/lib/client/orders/shown-order'
import type { Format } from '@/lib/core/format/format'
/** Image size in pixels. */
export const orderImageSize = { width: 1200, height: 630 } as const

// Light theme of globals.css, repeated because the image renderer does not support CSS variables.
const paper = '#f4f1ea'
const white = '#ffffff'
const sunken = '#ece7dc'
const ink = '#1b1a17'
const faded = '#57534a'
const line = '#d9d2c3'
const citron = '#c8f04b'
const surplusInk = '#3f6212'
const stampInks: Record<OrderStamp['kind'], string> = {
  open: '#1f4fb2',
  filled: surplusInk,
  expired: faded,
  cancelled: '#b42318',
}

type Props = {
  readonly order: ShownOrder
  readonly face: OrderStamp
  readonly sold: ShownToken
  readonly bought: ShownToken
  readonly offer: Offer | undefined
  readonly network: string
  readonly t: Translator<'orders'>
  readonly format: Format
}

/** Social preview image of an order's slip; uses only the flexbox subset that the image renderer supports. */
export const OrderImage = ({ order, face, sold, bought, offer, network, t, format }: Props) => {
  const { sold: pays, bought: gets } = shownAmounts(order)
  const words = { t, format }
  const tense = hasFills(order) ? 'done' : order.kind
  return (
    <div
      style={{
        ...column,
        width: '100%',
        height: '100%',
        padding: '36px 56px 48px',
        background: paper,
      }}
    >
      <div style={{ ...row, color: ink, fontSize: 34, marginBottom: 24 }}>
        <span style={{ fontWeight: 600 }}>Coincide</span>
        <span style={{ color: faded }}>{network}</span>
      </div>
      <div style={{ ...column, background: white, borderRadius: 36, padding: 28, flexGrow: 1 }}>
        <Leg label={t(`slip.pays.${tense}`)} text={tokenAmountText(words, pays, sold)} />
        <Perforation />
        <Leg label={t(`slip.receives.${tense}`)} text={tokenAmountText(words, gets, bought)} />
        <div style={{ ...row, flexGrow: 1, padding: '14px 12px 0' }}>
          <Foot order={order} offer={offer} {...{ sold, bought, pays, gets, t, format }} />
          <Stamp face={face} />
        </div>
      </div>
    </div>
  )
}

const column = { display: 'flex', flexDirection: 'column' } as const
const row = { display: 'flex', justifyContent: 'space-between', alignItems: 'center' } as const

const Leg = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div style={{ ...column, background: sunken, borderRadius: 20, padding: '18px 28px' }}>
    <span style={{ color: faded, fontSize: 24 }}>{label}</span>
    <span style={{ color: ink, fontSize: text.length > 22 ? 44 : 60 }}>{text}</span>
  </div>
)

const holes = Array.from({ length: 52 }, (_, hole) => hole)

const Perforation = () => (
  <div style={{ ...row, padding: '7px 0' }}>
    {holes.map((hole) => (
      <div key={hole} style={{ width: 8, height: 8, borderRadius: 4, background: line }} />
    ))}
  </div>
)

type FootProps = Pick<Props, 'order' | 'offer' | 'sold' | 'bought' | 't' | 'format'> & {
  readonly pays: bigint
  readonly gets: bigint
}

/** The price rail, then the surplus if there is any, else the rate. */
const Foot = ({ order, offer, sold, bought, pays, gets, t, format }: FootProps) => {
  const prices = orderPrices(order, offer)
  const { limit, quoted, executed } = prices
  const gain = gainOf(prices) ?? 0n
  const over = quoted === undefined ? 'vsLimit' : 'vsQuote'
  const token = order.kind === 'sell' ? bought : sold
  const rate = rateText(format, { atoms: pays, token: sold }, { atoms: gets, token: bought }) ?? ''
  const isBetter = gain > 0n
  const { marks, fills } = orderRail({ kind: order.kind, limit, quoted, executed })
  return (
    <div style={{ ...column, width: 640, gap: 14 }}>
      <div style={{ display: 'flex', position: 'relative', width: 640, height: 36 }}>
        <div style={{ ...bar, left: 0, top: 15, width: 640, height: 6, background: line }} />
        {fills.map(({ look, from, to }) => (
          <div
            key={look}
            style={{
              ...bar,
              ...{ left: along(from), top: 10, height: 16, background: fillInks[look] },
              width: along(to - from),
            }}
          />
        ))}
        {marks.map(({ name, place }) => (
          <div
            key={name}
            style={{ ...bar, left: along(place), top: 4, width: 4, height: 28, background: ink }}
          />
        ))}
      </div>
      <span style={{ color: isBetter ? surplusInk : faded, fontSize: 28 }}>
        {isBetter ? `${t(`surplus.${over}`)} ${gainText({ t, format }, { gain, token })}` : rate}
      </span>
    </div>
  )
}

const bar = { position: 'absolute', borderRadius: 3 } as const

const fillInks: Record<RailFill['look'], string> = {
  sure: '#b0cac4',
  possible: line,
  surplus: citron,
  short: '#e9cf9f',
  band: line,
}

const along = (percent: number) => (percent * 640) / 100

const Stamp = ({ face }: { readonly face: OrderStamp }) => (
  <div
    style={{
      display: 'flex',
      transform: 'rotate(-4deg)',
      border: `5px solid ${stampInks[face.kind]}`,
      borderRadius: 10,
      padding: '10px 22px',
      color: stampInks[face.kind],
      fontSize: 38,
      letterSpacing: 3,
    }}
  >
    {face.word.toUpperCase()}
  </div>
)
