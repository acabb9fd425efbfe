import type { ReactNode } from 'react'

type Props = {
  /** What the table lists; read out, not shown. */
  readonly caption: string
  readonly columns: readonly [string, string]
  readonly children: ReactNode
}

/** The rows carry no classes of their own: there are hundreds of them on one page. */
const look =
  'w-full table-fixed border-collapse text-small ' +
  '[&_tr]:border-b [&_tr]:border-line [&_tr]:align-top [&_tbody_tr:last-child]:border-b-0 ' +
  '[&_thead]:text-label [&_thead]:text-ink-2 [&_th]:py-2.5 [&_th]:pr-4 [&_th]:text-left ' +
  '[&_th]:font-normal [&_th]:wrap-anywhere [&_td]:py-2.5 [&_td]:wrap-anywhere ' +
  '[&_code]:font-mono [&_code]:text-code [&_th_code]:font-medium ' +
  '[&_small]:mt-0.5 [&_small]:block [&_small]:text-label [&_small]:text-ink-2 ' +
  '[&_a]:text-primary [&_a]:underline [&_a]:underline-offset-2'

/** A table of two columns that fits a phone: a name, and what is to be said of it. */
export const DocTable = ({ caption, columns: [name, note], children }: Props) => (
  <table className={look}>
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        <th scope="col" className="w-2/5">
          {name}
        </th>
        <th scope="col">{note}</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

type RowProps = { readonly name: ReactNode; readonly children: ReactNode }

/** One line of a {@link DocTable}. */
export const DocRow = ({ name, children }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{children}</td>
  </tr>
)
