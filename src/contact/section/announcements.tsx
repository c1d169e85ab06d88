import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldPlan, type Plan, type Text, typeField } from '#engine';
import { announcementDelayMs } from '#widgets';
import type { Lifecycle } from '../lifecycle.ts';

/** What is announced to those who hear the page. */
export interface AnnouncementsProps {
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  /** What the thank-you panel says first. */
  readonly thanks: string;
  readonly text: Text;
}

/**
 * The one place that announces what becomes of an enquiry, and how far choices are that have to be fetched (docs/accessibility.md,
 * "Announcements"). It stands outside of what an enquiry replaces, and is there from the first paint: what comes together with its
 * region, or goes with it, is often not said.
 */
export function Announcements({ lifecycle, plan, thanks, text }: AnnouncementsProps): ReactNode {
  const fetched = useFetchedChoices(plan.fields);
  const news = useNews([
    lifecycleAnnouncement(lifecycle, { plan, thanks, text }),
    fetched.map((field) => choicesAnnouncement(field, text)).join(' '),
  ]);
  return (
    <p className="sw-visually-hidden" role="status">
      {news}
    </p>
  );
}

/**
 * What is new among some lines, in their order; one that is empty has nothing to say, and may say the same again later. What is no
 * longer so goes at once, so that it is never spoken after what is.
 */
function useNews(lines: readonly string[]): string {
  // What a server drew stands there as it is.
  const [news, setNews] = useState(() => lines.filter(Boolean).join(' '));
  const announced = useRef(lines);
  const latest = useRef(lines);
  latest.current = lines;
  const key = lines.join('\n');
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    announced.current = announced.current.map((line, index) => (latest.current[index] === '' ? '' : line));
    setNews('');
    const timer = setTimeout(() => {
      const fresh = latest.current.filter((line, index) => line !== '' && line !== announced.current[index]);
      announced.current = latest.current;
      setNews(fresh.join(' '));
    }, announcementDelayMs);
    return () => clearTimeout(timer);
  }, [key]);
  return news;
}

function lifecycleAnnouncement(
  lifecycle: Lifecycle,
  { plan, thanks, text }: Pick<AnnouncementsProps, 'plan' | 'thanks' | 'text'>,
): string {
  switch (lifecycle.state) {
    case 'editing':
      if (lifecycle.refusedCount !== undefined)
        return text('announce.problems', { count: lifecycle.refusedCount });
      return lifecycle.isNewType ? text('announce.type-changed', { type: typeLabelOf(plan) }) : '';
    case 'submitting':
      return text('announce.sending');
    case 'success': {
      const { reference } = lifecycle.receipt;
      return reference ? `${asSentence(thanks)} ${text('thank-you.reference', { reference })}` : thanks;
    }
    // Focus moves to the message, which stands under a field that is not to blame.
    case 'error':
      return text('announce.not-sent');
    case 'checking':
      return '';
  }
}

/** Returns a heading as a sentence, with a full stop unless it ends like a sentence in its script. */
function asSentence(heading: string): string {
  return /\p{Sentence_Terminal}[\p{Pe}\p{Pf}\s]*$/u.test(heading) ? heading : `${heading}.`;
}

function typeLabelOf({ fields, type }: Plan): string {
  const { options = [] } = fields.find(({ name }) => name === typeField) ?? {};
  return options.find(({ value }) => value === type?.id)?.label ?? '';
}

/** That choices load, then how many there are, or that none are to be had. */
function choicesAnnouncement({ label, options = [], optionsState }: FieldPlan, text: Text): string {
  switch (optionsState) {
    case 'loading':
      return text('announce.options-loading', { label });
    case 'ready':
      return text('announce.options-ready', { label, count: options.length });
    case 'failed':
      return text('announce.options-failed', { label });
  }
}

/** The fields whose choices were seen to load, for as long as they are shown. */
function useFetchedChoices(fields: readonly FieldPlan[]): readonly FieldPlan[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const fetched = fields.filter(
    ({ name, visibility, optionsState }) =>
      visibility === 'shown' && (optionsState === 'loading' || names.includes(name)),
  );
  // React's way to remember what an earlier drawing saw: it draws again before anything is shown.
  if (fetched.map(({ name }) => name).join() !== names.join()) setNames(fetched.map(({ name }) => name));
  return fetched;
}
