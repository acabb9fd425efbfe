import { type ReactNode, type Ref, useId } from 'react'

type Props = {
  readonly ref?: Ref<HTMLElement>
  readonly title: string
  /** Next to the title: the data's age or a control. */
  readonly aside?: ReactNode
  /** Explanation below the title. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** A titled section of a token's page. */
export const MarketSection = ({ ref, title, aside, note, children }: Props) => {
  const id = useId()
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 content-start gap-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {aside}
        {note === undefined ? null : <p className="w-full text-small text-ink-2">{note}</p>}
      </div>
      {children}
    </section>
  )
}
