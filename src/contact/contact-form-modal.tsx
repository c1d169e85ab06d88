import { type ReactNode, useMemo, useRef, useState } from 'react';
import { resolve } from '#engine';
import { ContactFormSection, titleIdOf } from './contact-form-section.tsx';
import { headerContent } from './content.ts';
import type { ContactFormSectionProps, Receipt } from './props.ts';
import { initialEventTitles, situationOf } from './situation.ts';
import { textsOf } from './text.ts';
import { modalIdPrefix } from './use-enquiry.ts';

/** The id of the dialog that a modal page's button opens. */
const dialogId = 'contact-dialog-box';

/**
 * A button that opens the section in a dialog (contract, "On the page"). What was typed stays while the dialog is closed; once
 * an enquiry was accepted, the next opening starts a new one. Nothing where the section is not shown.
 */
export function ContactFormModal(props: Omit<ContactFormSectionProps, 'inModal'>): ReactNode {
  const { form, onSuccess } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isSent = useRef(false);
  const [round, setRound] = useState(0);
  const plan = useMemo(() => planAtFirst(props), [props]);
  const text = textsOf(form, plan.textLocale);
  if (!plan.isSectionShown) return null;

  function closed(): void {
    // The dialog itself returns focus to what had it, but Safari gives a clicked button none.
    opener.current?.focus();
    if (!isSent.current) return;
    isSent.current = false;
    setRound(round + 1);
  }

  function succeeded(receipt: Receipt): void {
    isSent.current = true;
    onSuccess?.(receipt);
  }

  const header = headerContent(props);
  const hasTitle = header?.kind === 'dealer' ? header.heading : header?.title;
  return (
    <div className="sw-launch">
      <button
        ref={opener}
        type="button"
        className="sw-button sw-button--primary"
        aria-haspopup="dialog"
        {...commandOf('show-modal')}
        onClick={() => obeysCommands() || dialog.current?.showModal()}
      >
        {text('contact-us')}
      </button>
      <dialog
        ref={dialog}
        id={dialogId}
        className="sw-dialog"
        // Its `command` may have opened it before React took over.
        suppressHydrationWarning
        {...(hasTitle
          ? { 'aria-labelledby': titleIdOf(modalIdPrefix) }
          : { 'aria-label': text('contact-us') })}
        onClose={closed}
      >
        <button
          type="button"
          className="sw-dialog-close"
          {...commandOf('close')}
          onClick={() => obeysCommands() || dialog.current?.close()}
        >
          <span className="sw-visually-hidden">{text('close')}</span>
        </button>
        <ContactFormSection key={round} {...props} inModal onSuccess={succeeded} />
      </dialog>
    </div>
  );
}

/** What has a button open or close the dialog by itself, also before scripts have come (HTML, "The button element", `command`). */
function commandOf(command: 'show-modal' | 'close'): object {
  return { command, commandfor: dialogId };
}

/** Whether this browser does what `commandOf` says. */
function obeysCommands(): boolean {
  return 'commandForElement' in HTMLButtonElement.prototype;
}

/** Whether the section shows does not depend on what is entered, nor on event titles. */
function planAtFirst(props: ContactFormSectionProps) {
  const situation = situationOf(
    { ...props, inModal: true },
    { entered: {}, eventTitles: initialEventTitles([]) },
  );
  return resolve(props.form, situation);
}
