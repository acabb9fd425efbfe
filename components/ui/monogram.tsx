import { classNames } from './class-names'

const inks = [
  'bg-[#0f5e4c] text-white',
  'bg-[#1f4fb2] text-white',
  'bg-[#8a5200] text-white',
  'bg-[#7a2e5d] text-white',
  'bg-[#3f6212] text-white',
  'bg-[#57534a] text-white',
] as const

const inkOf = (text: string): string => {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return inks[sum % inks.length] ?? inks[0]
}

/** A disc with the first two letters of a name, in a colour derived from the name. */
export const Monogram = ({ text, size = 'medium' }: Props) => (
  <span
    aria-hidden="true"
    className={classNames(
      'inline-grid shrink-0 place-items-center rounded-full font-semibold select-none',
      size === 'small' ? 'size-6 text-[0.625rem]' : 'size-9 text-label',
      inkOf(text),
    )}
  >
    {text.slice(0, 2)}
  </span>
)

type Props = { readonly text: string; readonly size?: 'small' | 'medium' }
