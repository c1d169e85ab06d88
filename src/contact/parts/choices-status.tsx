import { type ReactNode, useState } from 'react';
import type { FieldPlan } from '#engine';
import type { Text } from '../text.ts';

/**
 * Tells those who hear the page how far choices are that have to be fetched (specification, section 4, "Event enquiry"): that
 * they load, then how many there are, or that there are none to be had. Nothing of choices that need no fetching.
 */
export function ChoicesStatus({
  fields,
  text,
}: {
  readonly fields: readonly FieldPlan[];
  readonly text: Text;
}): ReactNode {
  const awaited = useAwaited(fields);
  // Not a second `status`: the form's own says what became of the whole form.
  return (
    <p className="sw-visually-hidden" aria-live="polite">
      {awaited.map((field) => statusOf(field, text)).join(' ')}
    </p>
  );
}

/** The fields whose choices were seen to load, for as long as they are shown. */
function useAwaited(fields: readonly FieldPlan[]): readonly FieldPlan[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const awaited = fields.filter(
    ({ name, visibility, optionsState }) =>
      visibility === 'shown' && (optionsState === 'loading' || names.includes(name)),
  );
  // React's way to keep what an earlier drawing saw: it draws again before anything is shown.
  if (awaited.map(({ name }) => name).join() !== names.join()) setNames(awaited.map(({ name }) => name));
  return awaited;
}

function statusOf({ label, options = [], optionsState }: FieldPlan, text: Text): string {
  switch (optionsState) {
    case 'loading':
      return text('announce.options-loading', { label });
    case 'ready':
      return text('announce.options-ready', { label, count: options.length });
    case 'failed':
      return text('announce.options-failed', { label });
  }
}
