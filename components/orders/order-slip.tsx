import { TokenLink } from '@/components/tokens/token-link'
import { PriceRail } from '@/components/ui/price-rail'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { Stamp } from '@/components/ui/stamp'
import { Well } from '@/components/ui/well'
import type { TokenPlace } from './linked-amount'
import { orderFace } from './order-face'
import { type Offer, orderPrices } from './order-prices'
import { isTouched, type ShownOrder, sellLimit } from './shown-order'
import { numberText, rateText, type ShownToken, tokenAmountText } from './token-amount'

type Props = {
  readonly order: ShownOrder
  readonly sold: ShownToken
  readonly bought: ShownToken
  /** What was quoted before it was signed. */
  readonly offer?: Offer | undefined
  /** Name or chain id. */
  readonly network: string | number
  readonly nowSeconds: number
}

/** An order as the slip it was written on: amounts, price rail, rate and stamp. */
export const OrderSlip = ({ order, sold, bought, offer, network, nowSeconds }: Props) => {
  const face = orderFace(order, { nowSeconds })
  const touched = isTouched(order)
  const sellAtoms = touched ? order.executedSell : sellLimit(order)
  const buyAtoms = touched ? order.executedBuy : order.buyAmount
  const rate = rateText({ atoms: sellAtoms, token: sold }, { atoms: buyAtoms, token: bought })
  const [pays, receives] = touched
    ? ['Paid', 'Received']
    : order.kind === 'sell'
      ? ['Pays', 'Receives at least']
      : ['Pays at most', 'Receives']
  return (
    <Slip aria-label="Order">
      <Leg label={pays} atoms={sellAtoms} token={{ ...sold, address: order.sellToken, network }} />
      <SlipPerforation />
      <Leg
        label={receives}
        atoms={buyAtoms}
        token={{ ...bought, address: order.buyToken, network }}
      />
      <div className="grid gap-3 px-1 pt-4 pb-1">
        <Rail order={order} offer={offer} token={order.kind === 'sell' ? bought : sold} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="numeric text-small text-ink-2">{rate}</p>
          <Stamp kind={face.kind} word={face.word} />
        </div>
      </div>
    </Slip>
  )
}

type LegProps = {
  readonly label: string | undefined
  readonly atoms: bigint
  readonly token: ShownToken & TokenPlace
}

const Leg = ({ label, atoms, token }: LegProps) => {
  const number = numberText(atoms, token)
  return (
    <Well className="grid content-center gap-2">
      <p className="text-label text-ink-2">{label}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span
          className="amount-text wrap-anywhere"
          data-length={number.length > 13 ? 'longer' : number.length > 9 ? 'long' : 'short'}
        >
          {number}
        </span>
        <span className="font-medium">
          <TokenLink network={token.network} token={token} />
        </span>
      </p>
    </Well>
  )
}

type RailProps = {
  readonly order: ShownOrder
  readonly offer: Offer | undefined
  readonly token: ShownToken
}

const Rail = ({ order, offer, token }: RailProps) => {
  const { limit, quoted, executed, surplus } = orderPrices(order, offer)
  // One price alone says nothing on a ruler.
  if (quoted === undefined && executed === undefined) return null
  const [worst, got] = order.kind === 'sell' ? ['min', 'got'] : ['max', 'paid']
  return (
    <div className={quoted === undefined ? '-mt-5' : undefined}>
      <PriceRail
        prices={{ limit, quoted: quoted ?? limit, executed }}
        labels={{
          limit: `${worst} ${numberText(limit, token)}`,
          quoted: quoted === undefined ? undefined : `quoted ${numberText(quoted, token)}`,
          executed: executed === undefined ? undefined : `${got} ${numberText(executed, token)}`,
          surplus:
            surplus === undefined || surplus <= 0n ? undefined : tokenAmountText(surplus, token),
        }}
      />
    </div>
  )
}
