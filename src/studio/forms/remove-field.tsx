import { type ReactNode, useState } from 'react';
import {
  countRemovedTexts,
  findDependents,
  type OutlineField,
  type OutlineType,
  removeField,
} from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { RuleSentences } from '../rules/field-rules.tsx';
import { focusElement } from '../ui/focus-element.ts';

export interface RemoveFieldProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Called after the removal with the name of the field to choose next. Empty if there is none. */
  readonly onRemoved: (next: string) => void;
}

/**
 * Renders a button that first shows what depends on the field and what is removed with it, and a second
 * button that then removes the field.
 */
export function RemoveField({ type, field, onRemoved }: RemoveFieldProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const [isAsking, setIsAsking] = useState(false);
  const place = { type: type.key, field: field.name };

  /**
   * Removes the field, announces it and reports the field to choose next: the next top-level field, or else
   * the previous one; for a nested field, the top-level field that contains it.
   */
  function removeAndChooseNext(): void {
    const at = type.fields.findIndex(({ name }) => name === field.name.split('.')[0]);
    const next = field.name.includes('.') ? type.fields[at] : (type.fields[at + 1] ?? type.fields[at - 1]);
    store.perform({
      title: { key: 'field-removed', values: { field: field.label } },
      patches: removeField(documents, place),
    });
    announce(say('fields.removed', { field: field.label }));
    onRemoved(next?.name ?? '');
  }

  if (!isAsking)
    return (
      <button type="button" className="st-button st-button--danger" onClick={() => setIsAsking(true)}>
        {say('fields.remove')}
      </button>
    );
  const { rules, scenarios, texts, types } = findDependents(documents, place);
  const gone = countRemovedTexts(documents, place);
  const members = field.members?.length ?? 0;
  return (
    <section className="st-notice st-notice--warning" aria-label={say('fields.remove')}>
      <p>{say('fields.remove-what', { field: field.label })}</p>
      <ul>
        {members > 0 && <li>{say('depends.members', { count: members })}</li>}
        {rules.length > 0 && (
          <li>
            {say('depends.rules', { count: rules.length })}
            <RuleSentences ids={rules} />
          </li>
        )}
        {scenarios.length > 0 && (
          <li>
            <details>
              <summary>{say('depends.scenarios', { count: scenarios.length })}</summary>
              <ul>
                {scenarios.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </details>
          </li>
        )}
        {texts.length > 0 && <li>{say('depends.piped', { names: texts.join(', ') })}</li>}
        {types.length > 0 && <li>{say('depends.types', { names: types.join(', ') })}</li>}
        <li>{gone > 0 ? say('depends.texts', { count: gone }) : say('depends.no-texts')}</li>
      </ul>
      <div className="st-actions">
        <button
          type="button"
          className="st-button st-button--danger"
          ref={focusElement}
          onClick={removeAndChooseNext}
        >
          {say('fields.remove-now')}
        </button>
        <button type="button" className="st-button st-button--plain" onClick={() => setIsAsking(false)}>
          {say('cancel')}
        </button>
      </div>
    </section>
  );
}
