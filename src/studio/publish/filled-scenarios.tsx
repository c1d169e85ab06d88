import { type ReactNode, useEffect, useState } from 'react';
import { createOutline } from '#engine/editing/index.ts';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';

/**
 * Adds the missing answers to scenarios when the last change of this person made a field required and the
 * check of the saved draft proposes them. Then announces it and renders a notice until it is closed;
 * otherwise renders nothing. The answers belong to the undo step of that change.
 */
export function FilledScenarios(): ReactNode {
  const { store, say, announce } = useStudio();
  const { canApplyPatches } = useEditableScope();
  const { report, documents, version, saving, history, changes } = useDraftState();
  const [noticeText, setNoticeText] = useState('');
  useEffect(() => {
    const isSettled = report?.isProven && report.version === version && saving === 'saved';
    // Only the author's browser acts. After an undo there is no own change to act on.
    const cause = changes.at(-1)?.id;
    const isOwn = cause !== undefined && history.undo.at(-1)?.changes.includes(cause);
    if (!isSettled || !isOwn) return;
    const fillings = report.findings.flatMap(({ filling }) =>
      filling && canApplyPatches(filling.patches) ? [filling] : [],
    );
    const [first] = fillings;
    if (first === undefined) return;
    const fields = createOutline(documents).flatMap((type) => type.fields);
    const field = fields.find(({ name }) => name === first.field)?.label ?? first.field;
    store.perform({
      title: { key: 'scenario-filled', values: { field } },
      patches: fillings.flatMap(({ patches }) => patches),
      group: cause,
    });
    const text = say('checks.filled', { field, count: fillings.length });
    setNoticeText(text);
    announce(text);
  }, [report, documents, version, saving, history, changes, store, say, announce, canApplyPatches]);
  if (noticeText === '') return null;
  return (
    <aside className="st-notice st-told st-wrap st-center st-between" aria-label={say('checks')}>
      {noticeText}{' '}
      <button type="button" className="st-button st-button--plain" onClick={() => setNoticeText('')}>
        {say('close')}
      </button>
    </aside>
  );
}
