import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { pageQueries, resolve } from '#engine';
import { ContactFormSection, titleIdOf } from './contact-form-section.tsx';
import { headerContent } from './content.ts';
import type { ContactFormSectionProps } from './props.ts';
import type { Receipt } from './section-data.ts';
import { initialEventTitles, situationOf } from './situation.ts';
import { textsOf } from './text.ts';
import { modalIdPrefix } from './use-enquiry.ts';
import { useHasScripts } from './use-hydration.ts';

/**
 * A button that opens the section in a dialog (contract, "On the page"). What was typed stays while the dialog is closed; once
 * an enquiry was accepted, the next opening starts a new one. Nothing where the section is not shown.
 */
export function ContactFormModal(props: Omit<ContactFormSectionProps, 'inModal'>): ReactNode {
  const { form, onSuccess } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isLink = !useHasScripts() && props.post !== undefined;
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
      {isLink ? (
        <OpenerLink opener={opener}>{text('contact-us')}</OpenerLink>
      ) : (
        <button
          ref={opener}
          type="button"
          className={openerClass}
          aria-haspopup="dialog"
          onClick={() => dialog.current?.showModal()}
        >
          {text('contact-us')}
        </button>
      )}
      <dialog
        ref={dialog}
        className="sw-dialog"
        {...(hasTitle
          ? { 'aria-labelledby': titleIdOf(modalIdPrefix) }
          : { 'aria-label': text('contact-us') })}
        onClose={closed}
      >
        <button type="button" className="sw-dialog-close" onClick={() => dialog.current?.close()}>
          <span className="sw-visually-hidden">{text('close')}</span>
        </button>
        <ContactFormSection key={round} {...props} inModal onSuccess={succeeded} />
      </dialog>
    </div>
  );
}

const openerClass = 'sw-button sw-button--primary';

/**
 * Leads to a page with the same form, until scripts can open the dialog. A button takes its place then, and the focus that it may have.
 */
function OpenerLink({
  opener,
  children,
}: {
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly children: ReactNode;
}): ReactNode {
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const element = link.current;
    return () => {
      if (document.activeElement === element) queueMicrotask(() => opener.current?.focus());
    };
  }, [opener]);
  return (
    <a ref={link} className={openerClass} href={`?${pageQueries.opened}`}>
      {children}
    </a>
  );
}

/** Whether the section shows does not depend on what is entered, nor on event titles. */
function planAtFirst(props: ContactFormSectionProps) {
  const situation = situationOf(
    { ...props, inModal: true },
    { entered: {}, eventTitles: initialEventTitles([]) },
  );
  return resolve(props.form, situation);
}
