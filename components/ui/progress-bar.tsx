type Props = {
  /** Accessible name: the measured quantity. */
  readonly label: string
  readonly value: number
  readonly max: number
  /** What the value means: "3 of 7 orders". */
  readonly text: string
}

/** A bar that fills from the left. */
export const ProgressBar = ({ label, value, max, text }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuetext={text}
    className="h-2 overflow-hidden rounded-full bg-sunken outline -outline-offset-1 outline-transparent"
  >
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="block size-full text-primary"
    >
      <rect
        width={max === 0 ? 0 : (100 * value) / max}
        height="1"
        fill="currentColor"
        className="transition-[width] duration-200"
      />
    </svg>
  </div>
)
