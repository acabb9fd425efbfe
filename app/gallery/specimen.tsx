import type { ReactNode } from 'react'

type Props = { readonly title: string; readonly children: ReactNode }

/** A heading over the components of a section. */
export const Specimen = ({ title, children }: Props) => (
  <section className="grid grid-cols-1 gap-4">
    <h2 className="text-h2">{title}</h2>
    {children}
  </section>
)

/** The states of one component, in as many columns as fit. */
export const States = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start gap-6">
    {children}
  </div>
)

/** One state, with its name. */
export const State = ({ title, children }: Props) => (
  <div className="grid grid-cols-1 gap-2">
    <p className="font-mono text-code text-ink-2">{title}</p>
    {children}
  </div>
)
