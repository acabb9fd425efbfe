import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'

type Props = {
  /** What the code is, above it and read out with the button. */
  readonly title: string
  readonly text: string
  /** `copied` shows a button that copies it. */
  readonly use?: 'read' | 'copied'
  /** What happens to long lines: they scroll in their box, or go on in the next line. */
  readonly lines?: 'scrolled' | 'wrapped'
}

/** Lines of code in a box of their own. */
export const CodeBlock = ({ title, text, use = 'read', lines = 'scrolled' }: Props) => (
  <figure className="min-w-0 overflow-hidden rounded-well bg-sunken">
    <figcaption className="flex min-h-11 items-center justify-between gap-2 pr-1 pl-4 text-label text-ink-2">
      {title}
      {use === 'copied' ? <CopyButton text={text} what={title} /> : null}
    </figcaption>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
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
