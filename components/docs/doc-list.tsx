import type { ReactNode } from 'react'

/** The style of every {@link DocItem} inside. The items carry no classes of their own, because a page has hundreds. */
export const docListLook =
  '[&_dl]:grid sm:[&_dl]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] [&_dl]:text-small ' +
  'max-sm:[&_dt]:border-b-0 max-sm:[&_dt]:pb-1 max-sm:[&_dd]:pt-0 ' +
  '[&_dt]:border-b [&_dt]:border-line [&_dt]:py-2.5 [&_dt]:pr-4 [&_dt]:font-mono ' +
  '[&_dt]:text-code [&_dt]:font-medium [&_dt]:wrap-anywhere [&_dt:nth-last-child(2)]:border-b-0 ' +
  '[&_dd]:border-b [&_dd]:border-line [&_dd]:py-2.5 [&_dd]:wrap-anywhere ' +
  '[&_dd:last-child]:border-b-0 [&_dl_code]:font-mono [&_dl_code]:text-code ' +
  '[&_dl_small]:mt-0.5 [&_dl_small]:block [&_dl_small]:font-sans [&_dl_small]:text-label ' +
  '[&_dl_small]:font-normal [&_dl_small]:text-ink-2 ' +
  '[&_dl_a]:text-primary [&_dl_a]:underline [&_dl_a]:underline-offset-2'

type Props = { readonly name: ReactNode; readonly children: ReactNode }

/** An item of a `dl`: a name with its description beside it, or below it on a phone. */
export const DocItem = ({ name, children }: Props) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
