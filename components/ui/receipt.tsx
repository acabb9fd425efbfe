import type { ReactNode } from 'react'
import { LogoMark } from './logo-mark'
import { Ticket } from './slip'

type Props = {
  readonly label: string
  /** In the corner: what it is the receipt of. */
  readonly number: string
  /** Above the perforation: what was exchanged. */
  readonly head: ReactNode
  /** Below it: how it went, and facts in rows. */
  readonly children: ReactNode
}

/** A receipt: a ticket with the logo, its number, and a perforation between what was exchanged and how it went. */
export const Receipt = ({ label, number, head, children }: Props) => (
  <Ticket
    aria-label={label}
    className="min-w-0"
    upper={
      <div className="grid grid-cols-1 gap-6 pt-1 pb-4 tab:p-2 tab:pb-4">
        <div className="flex items-center justify-between gap-4">
          <span className="inline-flex items-center gap-2">
            <LogoMark className="size-6" />
            <span className="font-display text-[1.0625rem]/6 font-semibold tracking-[-0.02em]">
              Coincide
            </span>
          </span>
          <span data-slot="number" className="font-mono text-code text-ink-2">
            {number}
          </span>
        </div>
        {head}
      </div>
    }
  >
    <div className="flex flex-1 flex-col gap-5 pt-4 tab:p-2 tab:pt-4">{children}</div>
  </Ticket>
)

type AmountProps = {
  readonly name: string
  readonly amount: ReactNode
  /** The token of the amount, unless it is part of it. */
  readonly unit?: ReactNode
  /** Below the amount: its value in dollars. */
  readonly note?: string | undefined
  /** At the right edge: the mark of the token. */
  readonly mark?: ReactNode
}

/** A named amount in large type. */
export const ReceiptAmount = ({ name, amount, unit, note, mark }: AmountProps) => (
  <div className="flex items-center justify-between gap-4">
    <div className="grid min-w-0 gap-0.5">
      <p className="text-label text-ink-2">{name}</p>
      <p className="numeric text-[2rem]/10 tracking-[-0.025em] font-medium wrap-anywhere">
        {amount}
        {unit === undefined ? null : <> {unit}</>}
      </p>
      {note === undefined ? null : <p className="numeric text-label text-ink-2">{note}</p>}
    </div>
    {mark}
  </div>
)
