import type { CSSProperties, ReactNode } from 'react'
import {
  comparedTexts,
  gainPercentText,
  gainText,
  priceText,
  type ShownToken,
  tokenAmountText,
} from '@/components/orders/token-amount'
import { orderRail, type RailFill } from '@/components/ui/rail-positions'
import type { Translator } from '@/lib/client/i18n/translator'
import { gainOf, orderPrices } from '@/lib/client/orders/order-prices'
import { orderStamp } from '@/lib/client/orders/order-state'
import { hasFills, shownAmounts } from '@/lib/client/orders/shown-order'
import { usdValue } from '@/lib/client/usd-value'
import type { Format } from '@/lib/core/format/format'
import { changeTone } from '@/lib/core/format/number-text'
import { endOf } from './order-timeline'
import type { ReceiptFacts } from './receipt-facts'

/** Image size in pixels. */
export const orderImageSize = { width: 1200, height: 630 } as const

// Light theme of globals.css, repeated because the image renderer does not support CSS variables.
const paper = '#f4f1ea'
const white = '#ffffff'
const edge = '#e7e1d5'
const track = '#ece7dc'
const ink = '#1b1a17'
const faded = '#57534a'
const line = '#d9d2c3'
const green = '#0f5e4c'
const citron = '#c8f04b'
const surplusInk = '#3f6212'
const danger = '#b42318'
const warn = '#8a5200'
const stampInks = { open: '#1f4fb2', filled: surplusInk, expired: faded, cancelled: danger }
const fills: Record<RailFill['look'], string> = {
  ...{ sure: '#b0cbc4', possible: '#e6f4b4', surplus: citron, short: '#e3bd85', band: '#cfc6b4' },
}

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

type Facts = Pick<
  ReceiptFacts,
  'order' | 'fills' | 'sold' | 'bought' | 'offer' | 'dollars' | 'amounts' | 'nowSeconds'
>

type Props = Facts & { readonly network: string; readonly words: Words }

/** Picture of an order's receipt for previews of links; uses only the flexbox subset that the renderer supports. */
export const OrderImage = ({ network, words, ...facts }: Props) => {
  const { order, sold, bought, dollars, amounts } = facts
  const { t } = words
  const atoms = shownAmounts(order)
  const tense = hasFills(order) ? 'done' : order.kind
  const isShown = amounts === 'shown'
  const leg = { words, isShown }
  return (
    <div style={{ ...column, ...page }}>
      <div style={{ ...row, marginBottom: 28 }}>
        <Brand />
        <span style={{ color: faded, fontSize: 28 }}>{network}</span>
      </div>
      <div style={{ ...column, ...card }}>
        <div style={{ ...column, padding: '28px 48px 22px', gap: 14 }}>
          <Leg
            name={t(`receipt.sold.${tense}`)}
            atoms={atoms.sold}
            token={sold}
            usd={dollars.sold}
            {...leg}
          />
          <Leg
            name={t(`receipt.received.${tense}`)}
            atoms={atoms.bought}
            token={bought}
            usd={dollars.bought}
            {...leg}
          />
        </div>
        <Perforation />
        <div style={{ ...row, flexGrow: 1, padding: '0 48px' }}>
          <div style={{ ...column, gap: 14 }}>
            {isShown ? <Rail facts={facts} words={words} /> : null}
            <Outcome facts={facts} words={words} />
          </div>
          <Stamp facts={facts} words={words} />
        </div>
      </div>
    </div>
  )
}

const column: CSSProperties = { display: 'flex', flexDirection: 'column' }
const row: CSSProperties = {
  ...{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
}
const page: CSSProperties = {
  ...{ width: '100%', height: '100%', padding: '40px 56px 48px', background: paper, color: ink },
  ...{ fontFamily: 'Instrument Sans', fontWeight: 500 },
}
const card: CSSProperties = {
  ...{ background: white, border: `2px solid ${edge}`, borderRadius: 36, flexGrow: 1 },
}

const Brand = () => (
  <div style={{ ...row, gap: 14 }}>
    <svg viewBox="0 0 32 32" width="48" height="48" role="presentation">
      <rect x="3" y="3" width="17" height="17" rx="5" fill={green} />
      <rect x="12" y="12" width="17" height="17" rx="5" fill={ink} />
      <path
        d="M12 17a5 5 0 0 1 5-5h3v3a5 5 0 0 1-5 5h-3z"
        strokeWidth="1.5"
        fill={citron}
        stroke={paper}
      />
    </svg>
    <span style={{ fontFamily: 'Bricolage Grotesque', fontWeight: 600, fontSize: 36 }}>
      Coincide
    </span>
  </div>
)

type LegProps = {
  readonly name: string
  readonly atoms: bigint
  readonly token: ShownToken
  readonly usd: number | undefined
  readonly words: Words
  readonly isShown: boolean
}

const Leg = ({ name, atoms, token, usd, words, isShown }: LegProps) => {
  const { decimals } = token
  const text = isShown ? tokenAmountText(words, atoms, token) : token.symbol
  const value = usdValue(atoms, decimals === undefined ? undefined : { decimals }, usd)
  return (
    <div style={column}>
      <span style={{ color: faded, fontSize: 24 }}>{name}</span>
      <div style={{ ...row, alignItems: 'baseline' }}>
        <span style={{ fontSize: text.length > 24 ? 44 : 62, letterSpacing: '-0.025em' }}>
          {text}
        </span>
        {isShown && value !== undefined ? (
          <span style={{ color: faded, fontSize: 26 }}>{words.format.usd(value)}</span>
        ) : null}
      </div>
    </div>
  )
}

const holes = Array.from({ length: 46 }, (_, hole) => hole)

/** The tear line between two notches in the edges of the card. */
const Perforation = () => (
  <div style={{ ...row, position: 'relative', padding: '0 30px' }}>
    <Notch side="left" />
    {holes.map((hole) => (
      <div key={hole} style={{ width: 8, height: 8, borderRadius: 4, background: line }} />
    ))}
    <Notch side="right" />
  </div>
)

/** Half a disc cut out of the edge of the card; its outer half would stand on the ground. */
const Notch = ({ side }: { readonly side: 'left' | 'right' }) => (
  <div
    style={{
      ...{ display: 'flex', position: 'absolute', top: -11, width: 17, height: 30 },
      ...{ overflow: 'hidden', [side]: -2 },
    }}
  >
    <div
      style={{
        ...{ position: 'absolute', top: 0, width: 30, height: 30, borderRadius: 15 },
        ...{ background: paper, border: `2px solid ${edge}`, [side]: -15 },
      }}
    />
  </div>
)

type PartProps = { readonly facts: Facts; readonly words: Words }

const railWidth = 540
const along = (percent: number) => (percent * railWidth) / 100
const bar: CSSProperties = { position: 'absolute', borderRadius: 6 }

const Rail = ({ facts: { order, offer, sold, bought }, words }: PartProps) => {
  const { limit, quoted, executed } = orderPrices(order, offer)
  if (quoted === undefined && executed === undefined) return null
  const rail = orderRail({ kind: order.kind, limit, quoted, executed })
  const shown = [limit, quoted, executed].filter((value) => value !== undefined)
  const isShort = rail.fills.some(({ look }) => look === 'short')
  const [worst = ''] = comparedTexts(words, shown, order.kind === 'sell' ? bought : sold)
  return (
    <div style={column}>
      <div style={{ ...row, position: 'relative', width: railWidth, height: 36 }}>
        <div
          style={{ ...bar, left: 0, top: 12, width: railWidth, height: 12, background: track }}
        />
        {rail.fills.map(({ look, from, to }) => (
          <div
            key={look}
            style={{
              ...bar,
              ...{ left: along(from), top: 12, width: along(to - from), height: 12 },
              background: fills[look],
            }}
          />
        ))}
        {rail.marks.map(({ name, place, look }) =>
          look === 'dot' ? (
            <div
              key={name}
              style={{
                ...{ position: 'absolute', left: along(place) - 13, top: 5, width: 26, height: 26 },
                ...{ borderRadius: 13, border: `6px solid ${ink}` },
                background: isShort ? warn : citron,
              }}
            />
          ) : (
            <div
              key={name}
              style={{
                ...bar,
                left: along(place) - 2,
                top: 3,
                width: 4,
                height: 30,
                background: ink,
              }}
            />
          ),
        )}
      </div>
      <span style={{ color: faded, fontSize: 22 }}>
        {words.t('receipt.worst', { kind: order.kind, amount: worst })}
      </span>
    </div>
  )
}

/** The surplus if there is a notable one, else the price. */
const Outcome = ({ facts: { order, offer, sold, bought, amounts }, words }: PartProps) => {
  const prices = orderPrices(order, offer)
  const gain = gainOf(prices) ?? 0n
  const over = prices.quoted ?? prices.limit
  const atoms = shownAmounts(order)
  const part = over === 0n ? 0 : Number((gain * 1_000_000n) / over) / 1e6
  if (changeTone(part) !== 'up') {
    const [from, to] = [
      { atoms: atoms.sold, token: sold },
      { atoms: atoms.bought, token: bought },
    ]
    return <Line>{priceText(words, from, to) ?? ''}</Line>
  }
  const token = order.kind === 'sell' ? bought : sold
  const name = prices.quoted === undefined ? 'surplus.vsLimit' : 'surplus.vsQuote'
  const percent = gainPercentText(words, { gain, over })
  return (
    <div style={{ ...row, justifyContent: 'flex-start', gap: 14, fontSize: 30 }}>
      <span style={{ color: faded }}>{words.t(name)}</span>
      <span style={{ color: surplusInk, fontWeight: 600 }}>
        {amounts === 'shown' ? gainText(words, { gain, token }) : percent}
      </span>
      {amounts === 'shown' ? <span style={{ color: faded }}>{percent}</span> : null}
    </div>
  )
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <span style={{ color: faded, fontSize: 30 }}>{children}</span>
)

const Stamp = ({ facts, words }: PartProps) => {
  const { order, nowSeconds } = facts
  const { kind, word } = orderStamp(words, order, { nowSeconds })
  const end = endOf(facts)
  const { format } = words
  const colour = stampInks[kind]
  return (
    <div
      style={{
        ...{ display: 'flex', transform: 'rotate(-7deg)', padding: 6, borderRadius: 18 },
        ...{ border: `5px solid ${colour}`, color: colour, fontFamily: 'Geist Mono' },
        fontWeight: 600,
      }}
    >
      <div
        style={{
          ...column,
          ...{ alignItems: 'center', border: `2px solid ${colour}`, borderRadius: 10 },
          padding: '8px 28px',
        }}
      >
        <span style={{ fontSize: word.length > 12 ? 28 : 38, letterSpacing: '0.16em' }}>
          {word.toUpperCase()}
        </span>
        {kind === 'open' ? null : (
          <span style={{ fontSize: 20, letterSpacing: '0.06em' }}>
            {`${format.day(end)} · ${format.utcClock(end)} UTC`.toUpperCase()}
          </span>
        )}
      </div>
    </div>
  )
}
