import { type ReactNode, useEffect, useState } from 'react';
import { outlineOf } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { useScope } from '../people/use-scope.ts';

/**
 * Adds answers to scenarios after this person has made a field required, and shows a notice. The addition
 * belongs to the same undo step as the change that caused it.
 */
export function FilledScenarios(): ReactNode {
  const { store, say, announce } = useStudio();
  const { mayPatch } = useScope();
  const { report, documents, version, saving, history, changes } = useDraft();
  const [told, tell] = useState('');
  useEffect(() => {
    const isSettled = report?.isProven && report.version === version && saving === 'saved';
    // Only the author's browser acts. After an undo there is no own change to act on.
    const cause = changes.at(-1)?.id;
    const isOwn = cause !== undefined && history.undo.at(-1)?.changes.includes(cause);
    if (!isSettled || !isOwn) return;
    const fillings = report.findings.flatMap(({ filling }) =>
      filling && mayPatch(filling.patches) ? [filling] : [],
    );
    const [first] = fillings;
    if (first === undefined) return;
    const fields = outlineOf(documents).flatMap((type) => type.fields);
    const field = fields.find(({ name }) => name === first.field)?.label ?? first.field;
    store.perform({
      title: { key: 'scenario-filled', values: { field } },
      patches: fillings.flatMap(({ patches }) => patches),
      group: cause,
    });
    const text = say('checks.filled', { field, count: fillings.length });
    tell(text);
    announce(text);
  }, [report, documents, version, saving, history, changes, store, say, announce, mayPatch]);
  if (told === '') return null;
  return (
    <aside className="st-notice st-told" aria-label={say('checks')}>
      {told}{' '}
      <button type="button" className="st-button st-button--plain" onClick={() => tell('')}>
        {say('close')}
      </button>
    </aside>
  );
}
