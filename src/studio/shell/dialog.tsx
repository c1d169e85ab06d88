import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A dialog over everything: Escape and a press beside it close it, and who opened it is where they were. */
export function Dialog({
  label,
  className = '',
  onClose,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the document: only then has who opened it the focus where they were.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a press beside it does.
    <dialog
      ref={dialog}
      className={`st-dialog ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="st-dialog-inside">{children}</div>
    </dialog>
  );
}
