import type { ReactNode } from 'react'

type Props = { readonly id: string; readonly title: string; readonly children: ReactNode }

/** A part of a reference page, under a linkable heading. */
export const Part = ({ id, title, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-4 grid-cols-1 gap-4">
    <h2 id={`${id}-title`} className="text-h2">
      {title}
    </h2>
    {children}
  </section>
)
