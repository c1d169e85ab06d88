import { type ReactNode, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Screen readers have read where the focus is within this time, in milliseconds, also on a busy machine. */
const lingeringMs = 500;

/** Resolves when screen readers have read where the focus is, and what had it may be removed. */
export function awaitReaders(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lingeringMs));
}

/**
 * Renders its children while it is open. If the focus has left them when it is closed, they stay for a moment, hidden
 * from the eye: Chromium and Firefox do not report the focus of a button in the same moment as the removal of the
 * element that had it. The next key ends that moment, and leads into nothing that was closed. Opened again, the
 * children begin anew.
 */
export function Lingering({
  isOpen,
  children,
}: {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [hasFocus, setHasFocus] = useState(false);
  const [state, setState] = useState({ wasOpen: isOpen, isLeaving: false, openings: 0 });
  const { wasOpen, isLeaving, openings } = state;
  if (wasOpen !== isOpen) {
    setState({ wasOpen: isOpen, isLeaving: !isOpen && !hasFocus, openings: openings + (isOpen ? 1 : 0) });
    setHasFocus(false);
  }
  useLayoutEffect(() => {
    if (!isLeaving) return;
    const end = () => setState((before) => ({ ...before, isLeaving: false }));
    const endNow = () => flushSync(end);
    const timer = setTimeout(end, lingeringMs);
    addEventListener('keydown', endNow, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', endNow, { capture: true });
    };
  }, [isLeaving]);
  if (!isOpen && !isLeaving) return null;
  return (
    <div
      key={openings}
      role="none"
      className={isOpen ? 'st-contents' : 'st-visually-hidden'}
      data-leaving={isOpen ? undefined : ''}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      {children}
    </div>
  );
}
