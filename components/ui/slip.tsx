import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

type SlipProps = ComponentProps<'section'> & {
  /** `tear` plays the tear-off animation once, for a newly signed order. */
  readonly motion?: 'still' | 'tear'
}

/** Slip: the paper card that shows an order or its form; 12 px padding around its wells. */
export const Slip = ({ motion = 'still', className, ...rest }: SlipProps) => (
  <section
    data-slot="slip"
    {...rest}
    className={classNames(
      'relative rounded-card border border-card-edge bg-surface p-3 shadow-card',
      motion === 'tear' && 'animate-tear',
      className,
    )}
  />
)

type TicketProps = Omit<SlipProps, 'motion'> & {
  /** The part above the perforation. */
  readonly upper: ReactNode
  /** A control that is centred on the perforation. */
  readonly tear?: ReactNode
}

/**
 * A slip as a ticket: two parts that meet at a perforation, with notches cut out of the paper at both ends. Only the
 * trade card and the receipt are tickets. 16 px padding.
 */
export const Ticket = ({ upper, tear, className, children, ...rest }: TicketProps) => (
  <section
    data-slot="slip"
    {...rest}
    className={classNames('relative flex flex-col rounded-card shadow-card', className)}
  >
    <div className="ticket-upper p-4 pb-2">{upper}</div>
    <div className="relative z-10 h-0">
      <span aria-hidden="true" className="slip-perf absolute inset-x-4 -top-[7px] block" />
      {tear === undefined ? null : <div className="absolute left-1/2 -translate-1/2">{tear}</div>}
    </div>
    <div className="ticket-lower flex flex-1 flex-col p-4 pt-2">{children}</div>
  </section>
)
