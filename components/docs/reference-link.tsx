'use client'

import { createContext, type ReactNode, use } from 'react'

/** Slugs of the sections that tell of endpoints and schemas, by the names of those. */
type Places = Readonly<Record<string, string>>

const PlacesContext = createContext<Places>({})

type PlacesProps = { readonly places: Places; readonly children: ReactNode }

/** Lets every {@link ReferenceLink} inside find its page. */
export const ReferencePlaces = ({ places, children }: PlacesProps) => (
  <PlacesContext value={places}>{children}</PlacesContext>
)

type Props = {
  /** Name of an endpoint or a schema. */
  readonly name: string
  readonly children: ReactNode
}

/** Leads to where the reference tells of an endpoint or a schema, whichever page that is. */
export const ReferenceLink = ({ name, children }: Props) => (
  <a
    href={`/docs/${use(PlacesContext)[name]}#${name}`}
    className="text-primary underline underline-offset-2"
  >
    {children}
  </a>
)
