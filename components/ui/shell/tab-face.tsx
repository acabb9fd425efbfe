import type { LucideIcon } from 'lucide-react'

/** Classes of a bottom tab, link or button. */
export const tabClass =
  'group relative flex h-16 w-full flex-col items-center justify-center gap-0.5 text-label font-medium text-ink-2 -outline-offset-4 focus-visible:-outline-offset-4 aria-[current]:text-ink'

type Props = { readonly icon: LucideIcon; readonly label: string }

/** The content of a tab: its icon, highlighted for the current page, and its name. */
export const TabFace = ({ icon: Icon, label }: Props) => (
  <>
    <span className="grid h-7 w-14 place-items-center rounded-full transition-colors duration-200 group-aria-[current]:bg-primary-soft group-aria-[current]:text-primary">
      <Icon aria-hidden="true" className="size-5" />
    </span>
    {label}
  </>
)
