/** Says that a network runs on this machine and its tokens are worth nothing. */
export const EmbeddedBanner = ({ title }: { readonly title: string }) => (
  <p className="bg-citron px-4 py-2 text-center text-small text-[#1b1a17]">
    <strong>Embedded {title}.</strong> A chain of this machine with test tokens; nothing here is
    worth money.
  </p>
)
