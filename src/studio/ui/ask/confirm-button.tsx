import { type ReactNode, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { useStudioLanguage } from '../language.ts';
import { focusHeadingOnceLost } from '../use-heading-focus.ts';
import { formatRequestFailure } from './format-request-failure.ts';
import type { RequestFailure } from './request.ts';

/** Renders a button that asks for confirmation in a dialog before it performs its action. */
export function ConfirmButton({
  label,
  name,
  question,
  isSafe = false,
  children,
  onConfirm,
}: {
  /** The label of the button, and of the confirming button in the dialog. */
  readonly label: string;
  /** The accessible name of the button, if several on the page have the same label. */
  readonly name?: string;
  /** The heading of the dialog. `children` are shown below it. */
  readonly question: string;
  /** True if the action deletes nothing. */
  readonly isSafe?: boolean;
  readonly children?: ReactNode;
  /** Performs the action. Returns the failure to show; undefined closes the dialog. */
  readonly onConfirm: () => Promise<RequestFailure | undefined>;
}): ReactNode {
  const { say } = useStudioLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();

  const button = `st-button ${isSafe ? '' : 'st-button--danger'}`;

  /**
   * Performs the action. Closes the dialog if that succeeds, else shows the failure in it. If the action has removed
   * the button, the heading of the page has the focus, unless the action has moved it.
   */
  async function performAction(): Promise<void> {
    setIsBusy(true);
    const met = await onConfirm();
    setIsBusy(false);
    setTrouble(met);
    if (met !== undefined) return;
    setIsOpen(false);
    focusHeadingOnceLost();
  }

  return (
    <>
      <button
        type="button"
        className={button}
        aria-label={name}
        onClick={() => {
          setTrouble(undefined);
          setIsOpen(true);
        }}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog label={question} onClose={() => setIsOpen(false)}>
          <h2>{question}</h2>
          {children}
          {trouble && (
            <p className="st-problem" role="alert">
              {formatRequestFailure(trouble, say)}
            </p>
          )}
          <div className="st-ask-end">
            <button
              type="button"
              className={button}
              aria-disabled={isBusy || undefined}
              onClick={() => {
                if (!isBusy) void performAction();
              }}
            >
              {label}
            </button>
            <button type="button" className="st-button st-button--plain" onClick={() => setIsOpen(false)}>
              {say('cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
