import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createTextFormatter, pageQueries, type TextFormatter } from '#engine';
import { getFocusedElement, useIsHydrating } from '#widgets';
import '#widgets/theme/dialog.css';
import { ContactFormSection, getTitleId } from './contact-form-section.tsx';
import { getHeaderContent } from './content.ts';
import { getIdPrefix } from './enquiry/section-ids.ts';
import { resolveOpeningPlan } from './opening-plan.ts';
import type { ContactFormSectionProps } from './props.ts';

/**
 * Renders a button that opens the section in a dialog (docs/contract.md, "On the page"). Typed text stays
 * while the dialog is closed, and the button receives the focus when it closes. An accepted enquiry stays visible until
 * then, and the dialog opens with a new one. Renders nothing if the section is hidden.
 */
export function ContactFormModal(props: Omit<ContactFormSectionProps, 'inModal'>): ReactNode {
  const opener = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const plan = useMemo(() => resolveOpeningPlan({ ...props, inModal: true }), [props]);
  const text = useMemo(() => createTextFormatter(props.form, plan.textLocale), [props.form, plan.textLocale]);
  const [enquiryNumber, setEnquiryNumber] = useState(0);
  if (!plan.isSectionShown) return null;
  return (
    <div className="sw-launch">
      <OpenDialogButton opener={opener} dialog={dialog} canBePosted={props.post !== undefined} text={text} />
      <dialog
        ref={dialog}
        className="sw-dialog"
        {...(getHeaderContent(props)?.title
          ? { 'aria-labelledby': getTitleId(getIdPrefix({ ...props, inModal: true })) }
          : { 'aria-label': text('contact-us') })}
        onClose={() => {
          // The dialog returns the focus to the element that had it, but Safari does not focus a clicked
          // button.
          opener.current?.focus();
          // `onSuccess` may have been called for another enquiry, and for this one on another page.
          if (dialog.current?.querySelector('.sw-thanks')) setEnquiryNumber((former) => former + 1);
        }}
      >
        <button type="button" className="sw-dialog-close" onClick={() => dialog.current?.close()}>
          <span className="sw-visually-hidden">{text('close')}</span>
        </button>
        <ContactFormSection key={enquiryNumber} {...props} inModal />
      </dialog>
    </div>
  );
}

interface OpenerProps {
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** True if a separate page has the same form for visitors without scripts. */
  readonly canBePosted: boolean;
  readonly text: TextFormatter;
}

/**
 * Renders the button that opens the dialog. Before hydration, it renders a link to a page with the same form
 * instead, if there is one.
 */
function OpenDialogButton({ opener, dialog, canBePosted, text }: OpenerProps): ReactNode {
  const isHydrating = useIsHydrating();
  if (isHydrating && canBePosted) return <FormPageLink opener={opener}>{text('contact-us')}</FormPageLink>;
  return (
    <button
      ref={opener}
      type="button"
      className={openerClass}
      aria-haspopup="dialog"
      onClick={() => dialog.current?.showModal()}
    >
      {text('contact-us')}
    </button>
  );
}

const openerClass = 'sw-button sw-button--primary';

/**
 * Renders a link to a page with the same form. If the link has the focus when the button replaces it, the
 * button receives the focus.
 */
function FormPageLink({
  opener,
  children,
}: Pick<OpenerProps, 'opener'> & { readonly children: ReactNode }): ReactNode {
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const element = link.current;
    return () => {
      if (getFocusedElement() === element) queueMicrotask(() => opener.current?.focus());
    };
  }, [opener]);
  return (
    <a ref={link} className={openerClass} href={`?${pageQueries.opened}`}>
      {children}
    </a>
  );
}
