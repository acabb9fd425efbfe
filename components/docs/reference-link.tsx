'use client'

import { createContext, type ReactNode, use } from 'react'

/** Section slugs by the names of endpoints and schemas. */
type Places = Readonly<Record<string, string>>

const PlacesContext = createContext<Places>({})

type PlacesProps = { readonly places: Places; readonly children: ReactNode }

/** Provides the slugs to every {@link ReferenceLink} inside. */
export const ReferencePlaces = ({ places, children }: PlacesProps) => (
  <PlacesContext value={places}>{children}</PlacesContext>
)

type Props = {
  /** Name of an endpoint or a schema. */
  readonly name: string
  readonly children: ReactNode
}

/** Links to the documentation of an endpoint or a schema, on whichever page it is. */
export const ReferenceLink = ({ name, children }: Props) => (
  <a
    href={`/docs/${use(PlacesContext)[name]}#${name}`}
    className="text-primary underline underline-offset-2"
  >
    {children}
  </a>
)
