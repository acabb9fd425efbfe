import type { ReactNode } from 'react'

type Props = {
  /** What the table lists; read out, not shown. */
  readonly caption: string
  readonly columns: readonly [string, string]
  readonly children: ReactNode
}

/** A table of two columns that fits a phone: a name, and what is to be said of it. */
export const DocTable = ({ caption, columns: [name, note], children }: Props) => (
  <table className="w-full table-fixed border-collapse text-small">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="border-b border-line text-left text-label text-ink-2">
        <th scope="col" className="w-2/5 py-2 pr-4 font-medium">
          {name}
        </th>
        <th scope="col" className="py-2 font-medium">
          {note}
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

type RowProps = { readonly name: ReactNode; readonly children: ReactNode }

/** One line of a {@link DocTable}. */
export const DocRow = ({ name, children }: RowProps) => (
  <tr className="border-b border-line align-top last:border-b-0">
    <th scope="row" className="py-2.5 pr-4 text-left font-normal wrap-anywhere">
      {name}
    </th>
    <td className="py-2.5 wrap-anywhere">{children}</td>
  </tr>
)
