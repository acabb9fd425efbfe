import { classNames } from './class-names'

/** `primary` is the one action of a view; `quiet` looks like text until it is touched. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** `large` 56 px, `medium` and `pill` (with a disc in front) 44 px, `small` 32 px, on phones 44 (in rows only). */
export type ButtonSize = 'large' | 'medium' | 'small' | 'pill'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-primary hover:bg-primary-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  large: 'min-h-14 rounded-btn px-5 text-action',
  medium: 'min-h-11 rounded-btn px-4 text-body',
  small: 'min-h-8 max-tab:min-h-11 rounded-full px-3 text-small',
  pill: 'min-h-11 rounded-full pr-3 pl-2 text-body',
}

const base =
  'inline-flex items-center justify-center gap-2 py-1 text-center font-medium select-none ' +
  'transition-[background-color,transform] duration-120 ease-slip'

/** How a button looks. */
export type ButtonLook = { readonly variant?: ButtonVariant; readonly size?: ButtonSize }

/** The look of a button, for links that act like one. */
export const buttonClass = ({ variant = 'secondary', size = 'medium' }: ButtonLook = {}): string =>
  classNames(base, 'active:scale-[0.985]', variants[variant], sizes[size])

/** The look of a button that cannot be pressed now; flat, but its reason stays readable. */
export const idleButtonClass = (size: ButtonSize): string =>
  classNames(base, 'bg-sunken text-ink-2', sizes[size])
