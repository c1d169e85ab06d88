import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldPlan, type Plan, type TextFormatter, typeField } from '#engine';
import { announcementDelayMs } from '#widgets';
import type { Lifecycle } from '../lifecycle.ts';

export interface AnnouncementsProps {
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  /** The heading that is announced when the enquiry was accepted. */
  readonly thanks: string;
  /** True if an enquiry that got no answer can be sent later. The focus moves to that offer, which says that it was not sent. */
  readonly offersLater?: boolean;
  readonly text: TextFormatter;
}

/**
 * Renders the live region for the progress of an enquiry and for choices that are fetched
 * (docs/accessibility.md, "Announcements"). It is outside the content that an enquiry replaces and exists
 * from the first paint: text that appears or disappears together with its region is often not announced.
 */
export function Announcements(props: AnnouncementsProps): ReactNode {
  const { lifecycle, plan, text } = props;
  const fetched = useFieldsWithFetchedChoices(plan.fields);
  const announcement = useChangedLines([
    describeLifecycle(lifecycle, props),
    fetched.map((field) => describeChoices(field, text)).join(' '),
  ]);
  return (
    <p className="sw-visually-hidden" role="status">
      {announcement}
    </p>
  );
}

/**
 * Returns the lines that changed since the last announcement, joined by spaces, after a short delay; at the
 * first render it returns all lines at once. An empty line announces nothing, and the same text may follow it
 * later. Outdated lines are removed at once, so that they are never announced after newer ones.
 */
function useChangedLines(lines: readonly string[]): string {
  // The first text is the server's, so that hydration matches.
  const [announcement, setAnnouncement] = useState(() => lines.filter(Boolean).join(' '));
  const announced = useRef(lines);
  const latest = useRef(lines);
  latest.current = lines;
  const key = lines.join('\n');
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    announced.current = announced.current.map((line, index) => (latest.current[index] === '' ? '' : line));
    setAnnouncement('');
    const timer = setTimeout(() => {
      const fresh = latest.current.filter((line, index) => line !== '' && line !== announced.current[index]);
      announced.current = latest.current;
      setAnnouncement(fresh.join(' '));
    }, announcementDelayMs);
    return () => clearTimeout(timer);
  }, [key]);
  return announcement;
}

/**
 * Returns the announcement of a state: the number of problems, the new enquiry type, sending, success or
 * failure. Empty while checking, and while editing without problems or a new type.
 */
function describeLifecycle(
  lifecycle: Lifecycle,
  { plan, thanks, offersLater, text }: Omit<AnnouncementsProps, 'lifecycle'>,
): string {
  switch (lifecycle.state) {
    case 'editing':
      if (lifecycle.refusedCount !== undefined)
        return text('announce.problems', { count: lifecycle.refusedCount });
      return lifecycle.isNewType ? text('announce.type-changed', { type: lookUpTypeLabel(plan) }) : '';
    case 'submitting':
      return text('announce.sending');
    case 'success': {
      const { reference } = lifecycle.receipt;
      return reference ? `${toSentence(thanks)} ${text('thank-you.reference', { reference })}` : thanks;
    }
    // The focus moves to the panel that says so.
    case 'stored':
      return '';
    // The focus moves to the message, which is under a field that has not caused the failure.
    case 'error':
      return offersLater && lifecycle.failure.isUnreachable ? '' : text('announce.not-sent');
    case 'checking':
      return '';
  }
}

/** Returns a heading as a sentence: with a full stop unless it ends like a sentence in its script. */
function toSentence(heading: string): string {
  return /\p{Sentence_Terminal}[\p{Pe}\p{Pf}\s]*$/u.test(heading) ? heading : `${heading}.`;
}

/** Returns the label of the current type among the choices of the type field; empty if it is not offered. */
function lookUpTypeLabel({ fields, type }: Plan): string {
  const { options = [] } = fields.find(({ name }) => name === typeField) ?? {};
  return options.find(({ value }) => value === type?.id)?.label ?? '';
}

/** Returns the announcement of a field's choices: they are loading, failed, or ready with their number. */
function describeChoices({ label, options = [], optionsState }: FieldPlan, text: TextFormatter): string {
  switch (optionsState) {
    case 'loading':
      return text('announce.options-loading', { label });
    case 'ready':
      return text('announce.options-ready', { label, count: options.length });
    case 'failed':
      return text('announce.options-failed', { label });
  }
}

/**
 * Returns the visible fields whose choices are being fetched. A field remains in the result when they are
 * loaded or have failed, as long as it is visible.
 */
function useFieldsWithFetchedChoices(fields: readonly FieldPlan[]): readonly FieldPlan[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const fetched = fields.filter(
    ({ name, visibility, optionsState }) =>
      visibility === 'shown' && (optionsState === 'loading' || names.includes(name)),
  );
  // Setting state during rendering makes React render again before anything is shown; this is React's way to
  // use earlier renders.
  if (fetched.map(({ name }) => name).join() !== names.join()) setNames(fetched.map(({ name }) => name));
  return fetched;
}
