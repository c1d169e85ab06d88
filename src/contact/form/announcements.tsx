import { type ReactNode, useState } from 'react';
import { type FieldPlan, type Plan, type Text, typeField } from '#engine';
import type { Lifecycle } from '../lifecycle.ts';

/** What is announced to those who hear the page. */
export interface AnnouncementsProps {
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  readonly text: Text;
}

/**
 * Announces what became of the form, and how far choices are that have to be fetched (docs/behaviour.md, "Event titles").
 * The second region is no `status`: a form has one.
 */
export function Announcements({ lifecycle, plan, text }: AnnouncementsProps): ReactNode {
  const fetched = useFetchedChoices(plan.fields);
  return (
    <>
      <p className="sw-visually-hidden" role="status">
        {lifecycleAnnouncement(lifecycle, plan, text)}
      </p>
      <p className="sw-visually-hidden" aria-live="polite">
        {fetched.map((field) => choicesAnnouncement(field, text)).join(' ')}
      </p>
    </>
  );
}

function lifecycleAnnouncement(lifecycle: Lifecycle, plan: Plan, text: Text): string {
  switch (lifecycle.state) {
    case 'editing':
      if (lifecycle.refusedCount !== undefined)
        return text('announce.problems', { count: lifecycle.refusedCount });
      return lifecycle.isNewType ? text('announce.type-changed', { type: typeLabelOf(plan) }) : '';
    case 'submitting':
      return text('announce.sending');
    case 'checking':
    case 'error':
    case 'success':
      return '';
  }
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
