import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createTextFormatter, type Form, hiddenReason, type Plan, type TextFormatter } from '#engine';
import { useIsHydrating } from '#widgets';
import {
  findThanksText,
  findTypeKey,
  getHeaderContent,
  getSocials,
  getThankYouContent,
  type HeaderContent,
} from './content.ts';
import { getSectionId } from './enquiry/section-ids.ts';
import { useSectionEnquiry } from './enquiry/use-enquiry.ts';
import { useOutbox } from './outbox/load-outbox.ts';
import { maySendLater } from './outbox/may-send-later.ts';
import { hasPresetPicture } from './preset/section-data.ts';
import type { ContactFormSectionProps } from './props.ts';
import { Announcements } from './section/announcements.tsx';
import { PlainTextCopy } from './section/copy.tsx';
import { useSocialLinks } from './section/load-social-links.ts';
import type { Receipt } from './section-data.ts';
import { useFormComponent } from './steps/load-steps.ts';

/**
 * Renders the contact form section of a page (docs/behaviour.md, "The section"): header, form and social
 * links. After an enquiry was accepted, the thank-you panel replaces header and form. Renders nothing if
 * rules hide the section or no enquiry type is offered.
 */
export function ContactFormSection(props: ContactFormSectionProps): ReactNode {
  const { showInCenter = false, centerHeader = false } = props;
  const enquiry = useSectionEnquiry(props);
  const { plan, piped, lifecycle, elements } = enquiry;
  const text = useMemo(() => createTextFormatter(piped.form, plan.textLocale), [piped.form, plan.textLocale]);
  const FormComponent = useFormComponent(props);
  const social = useSocialLinks(props);
  const outbox = useOutbox(props, lifecycle);
  useOmissionLog(plan);
  if (!plan.isSectionShown) return null;

  const isSent = lifecycle.state === 'success';
  const thanks = getThanks(props, {
    form: piped.form,
    locale: plan.textLocale,
    type: isSent ? findTypeKey(props.form, lifecycle.receipt.enquiryType) : plan.type?.key,
  });
  const header = isSent ? undefined : getHeader(props, lifecycle.state === 'stored');
  const titleId = getTitleId(enquiry.idPrefix);
  const isNamedByTitle = isSent || header?.title !== undefined;
  return (
    <section
      ref={elements.section}
      id={getSectionId(props)}
      data-testid="contact-form"
      className={showInCenter ? 'sw-section sw-section--centered' : 'sw-section'}
      {...(isNamedByTitle ? { 'aria-labelledby': titleId } : { 'aria-label': text('section.label') })}
    >
      <Announcements
        lifecycle={lifecycle}
        plan={enquiry.plain}
        thanks={thanks.heading}
        offersLater={outbox !== undefined && maySendLater(props)}
        text={text}
      />
      {header && <SectionHeader content={header} titleId={titleId} isCentered={centerHeader} />}
      {outbox && <outbox.WaitingStatus section={props} enquiry={enquiry} text={text} />}
      {isSent ? (
        <ThankYouPanel
          thanks={thanks}
          receipt={lifecycle.receipt}
          titleId={titleId}
          isAnswer={props.post?.answer !== undefined}
          hasPicture={hasPresetPicture(props)}
          text={text}
        />
      ) : (
        FormComponent &&
        lifecycle.state !== 'stored' && (
          <FormComponent
            section={props}
            enquiry={enquiry}
            headingLevel={header?.title === undefined ? 2 : 3}
            text={text}
          />
        )
      )}
      {social && <social.SocialLinks socials={getSocials(props)} text={text} />}
    </section>
  );
}

/** Returns the header; without its copy, which is about the fields, if the form is not shown. */
function getHeader(props: ContactFormSectionProps, isFormHidden: boolean): HeaderContent | undefined {
  const header = getHeaderContent(props);
  return header && isFormHidden ? { ...header, copy: undefined } : header;
}

/** The texts of the thank-you panel. */
interface Thanks {
  readonly heading: string;
  readonly message: string;
}

/** Returns the thanks of the content, else those of the enquiry type, else those of all forms. */
function getThanks(
  props: ContactFormSectionProps,
  { type, ...texts }: { readonly form: Form; readonly locale: string; readonly type: string | undefined },
): Thanks {
  const { heading, copy } = getThankYouContent(props);
  return {
    heading: heading ?? findThanksText(texts, type, 'heading'),
    message: copy ?? findThanksText(texts, type, 'message'),
  };
}

/**
 * Returns the id of a section's title. It differs from all field ids, because field names contain no hyphen.
 */
export function getTitleId(idPrefix: string): string {
  return `${idPrefix}-section-title`;
}

/**
 * Warns in the console about omitted parts and their reasons, unless a server rendered the section: it has
 * logged them already.
 */
function useOmissionLog(plan: Plan): void {
  const [isHydrated] = useState(useIsHydrating());
  const omissions = describeOmissions(plan).join('\n');
  useEffect(() => {
    if (!isHydrated && omissions !== '') console.warn(omissions);
  }, [isHydrated, omissions]);
}

/** Returns a sentence for each enquiry type that has no form, and one if the section is hidden. */
function describeOmissions(plan: Plan): readonly string[] {
  const unknown = plan.unknownTypes.map(
    (id) => `Enquiry type ${id} is not offered: no form exists for it; add one or take it from the content`,
  );
  const reason = hiddenReason(plan);
  return reason === undefined ? unknown : [...unknown, `The contact form section is hidden: ${reason}`];
}

/**
 * Renders the header above the form: title and copy, in a dealer's header with a picture (docs/behaviour.md,
 * "Layout"). Parts that the content lacks are left out.
 * @param titleId The id for the heading.
 */
function SectionHeader({
  content,
  titleId,
  isCentered,
}: {
  readonly content: HeaderContent;
  readonly titleId: string;
  readonly isCentered: boolean;
}): ReactNode {
  const { kind, title, copy, image } = content;
  const titleAndCopy = (
    <>
      {title && (
        <h2 id={titleId} className="sw-title">
          {title}
        </h2>
      )}
      {copy && <PlainTextCopy text={copy} />}
    </>
  );
  const centered = isCentered ? ' sw-header--centered' : '';
  if (kind === 'plain') return <header className={`sw-header${centered}`}>{titleAndCopy}</header>;
  return (
    <header className={`sw-header sw-dealer${centered}`}>
      {/* The `alt` text is empty, because the heading beside the picture describes it. */}
      {image && <img className="sw-dealer-image" src={image} alt="" decoding="async" />}
      <div>{titleAndCopy}</div>
    </header>
  );
}

/**
 * Renders the panel that replaces the form after a successful send (docs/behaviour.md, "Thank-you panel").
 * Its heading receives the focus, so that screen readers announce it. Texts of the form replace a missing
 * heading or message of the content.
 */
function ThankYouPanel({
  thanks,
  receipt,
  titleId,
  isAnswer,
  hasPicture,
  text,
}: {
  readonly thanks: Thanks;
  readonly receipt: Receipt;
  readonly titleId: string;
  /** True if the page answers a post, so that no script can move the focus. */
  readonly isAnswer: boolean;
  /** True to show a picture above it, false to show a check mark. */
  readonly hasPicture: boolean;
  readonly text: TextFormatter;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // The page scrolls separately, see `scrollSectionToTop`. In a frame, that scroll does not move the page
  // around the frame, so the focus scrolls there.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: window === parent }), []);
  return (
    <div className={hasPicture ? 'sw-thanks' : 'sw-thanks sw-thanks--check'}>
      <h2
        id={titleId}
        className="sw-title"
        tabIndex={-1}
        ref={heading}
        {...(isAnswer && { autoFocus: true })}
      >
        {thanks.heading}
      </h2>
      <PlainTextCopy text={thanks.message} />
      {receipt.reference && <ReferenceSentence reference={receipt.reference} text={text} />}
    </div>
  );
}

/** Renders the sentence about the reference, with the reference emphasised. */
function ReferenceSentence({
  reference,
  text,
}: {
  readonly reference: string;
  readonly text: TextFormatter;
}): ReactNode {
  const [before, after] = text('thank-you.reference', { reference: referencePlaceholder }).split(
    referencePlaceholder,
  );
  return (
    <p className="sw-reference">
      {before}
      <strong>{reference}</strong>
      {after}
    </p>
  );
}

/**
 * A placeholder for the reference in its sentence; no text contains this character (Unicode, "Object
 * replacement character").
 */
const referencePlaceholder = '\uFFFC';
