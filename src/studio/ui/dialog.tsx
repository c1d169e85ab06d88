import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Renders a modal dialog, which is open while it is mounted. Escape, or a click outside of it, calls
 * `onClose`. When it is unmounted, the focus returns to the element that had it before.
 */
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
  // Closes the dialog while it is still in the document. Otherwise the browser does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog as well.
    <dialog
      ref={dialog}
      className={`st-dialog ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="st-dialog-inside st-stack-3 st-start">{children}</div>
    </dialog>
  );
}
