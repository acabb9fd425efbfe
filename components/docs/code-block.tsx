import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'

type Props = {
  /** Title above the code, also the button's accessible name. */
  readonly title: string
  readonly text: string
  /** `copied` adds a button that copies the code. */
  readonly use?: 'read' | 'copied'
  /** Whether long lines scroll or wrap. */
  readonly lines?: 'scrolled' | 'wrapped'
}

/** A block of code. */
export const CodeBlock = ({ title, text, use = 'read', lines = 'scrolled' }: Props) => (
  <figure className="min-w-0 overflow-hidden rounded-well bg-sunken">
    <figcaption className="flex min-h-11 items-center justify-between gap-2 pr-1 pl-4 text-label text-ink-2">
      {title}
      {use === 'copied' ? <CopyButton text={text} what={title} /> : null}
    </figcaption>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard.
      tabIndex={0}
      className={classNames(
        'max-h-96 overflow-auto px-4 pb-4 font-mono text-code',
        lines === 'wrapped' && 'wrap-anywhere whitespace-pre-wrap',
      )}
    >
      {text}
    </pre>
  </figure>
)
