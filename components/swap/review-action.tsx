'use client'

import { Button } from '@/components/ui/button'
import type { PlaceOrder } from './use-place-order'

type Props = {
  readonly place: PlaceOrder
  readonly sellSymbol: string
  /** Whether the allowance suffices; undefined while it is read. */
  readonly isApproved: boolean | undefined
  readonly isExpired: boolean
  /** A newer price is worse than the one that was looked at. */
  readonly isWorse: boolean
  readonly mustAgree: boolean
  readonly onAccept: () => void
  readonly onApprove: () => void
  readonly onSign: () => void
}

type Face = {
  readonly label: string
  readonly state?: 'busy' | 'blocked'
  readonly act?: () => void
}

/** The button of the review: one step at a time, each by its own press. */
export const ReviewAction = (props: Props) => {
  const { label, state, act } = faceOf(props)
  const isWaiting = props.place.retrySeconds !== undefined
  return (
    <div className="grid gap-2">
      <Button
        variant="primary"
        size="large"
        busy={state === 'busy'}
        aria-disabled={state === 'blocked'}
        onClick={act}
      >
        {label}
      </Button>
      {isWaiting && props.place.stage === 'sending' ? (
        <Button variant="quiet" onClick={props.place.stop}>
          Stop trying
        </Button>
      ) : null}
    </div>
  )
}

function faceOf(props: Props): Face {
  const { place, sellSymbol } = props
  switch (place.stage) {
    case 'resetting':
      return { label: `Resetting the ${sellSymbol} allowance…`, state: 'busy' }
    case 'approving':
      return { label: `Approving ${sellSymbol}…`, state: 'busy' }
    case 'signing':
      return { label: 'Confirm in your wallet…', state: 'busy' }
    case 'sending':
      return { label: sendingText(place.retrySeconds), state: 'busy' }
    case 'review':
      return reviewFace(props)
  }
}

function reviewFace(props: Props): Face {
  if (props.isWorse) return { label: 'Accept new price', act: props.onAccept }
  if (props.isExpired) return { label: 'Updating price…', state: 'busy' }
  if (props.isApproved === undefined) return { label: 'Reading your allowance…', state: 'busy' }
  if (!props.isApproved) return { label: `Approve ${props.sellSymbol}`, act: props.onApprove }
  if (props.mustAgree) return { label: 'Agree to the loss first', state: 'blocked' }
  return { label: 'Sign order', act: props.onSign }
}

function sendingText(seconds: number | undefined): string {
  return seconds === undefined ? 'Sending…' : `Service busy, trying again in ${seconds} s`
}
