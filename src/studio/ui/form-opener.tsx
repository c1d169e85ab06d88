import type { ReactNode, Ref } from 'react';

/**
 * Renders a button that opens a form in its place. While the form is open the button stays, hidden from the eye, since a
 * screen reader misses the focus that goes from a removed element to a new one. For the same reason the focus must
 * return to the button before the form is removed.
 */
export function FormOpener({
  ref,
  isOpen,
  className = 'st-button',
  label,
  children,
  onToggle,
}: {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly isOpen: boolean;
  /** The classes of the button while it is seen. */
  readonly className?: string;
  /** The accessible name, if several on the page have the same text. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
  readonly onToggle: () => void;
}): ReactNode {
  return (
    <button
      ref={ref}
      type="button"
      className={isOpen ? 'st-visually-hidden' : className}
      tabIndex={isOpen ? -1 : undefined}
      aria-expanded={isOpen}
      aria-label={label}
      onClick={onToggle}
    >
      {children}
    </button>
  );
}
