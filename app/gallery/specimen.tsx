import type { ReactNode } from 'react'

type Props = { readonly title: string; readonly children: ReactNode }

/** A heading over the components it shows. */
export const Specimen = ({ title, children }: Props) => (
  <section className="grid grid-cols-1 gap-4">
    <h2 className="text-h2">{title}</h2>
    {children}
  </section>
)
