import { type ReactNode, useMemo } from 'react';
import { useDraft, useStudio } from '../context.ts';

interface WrittenRule {
  readonly id: string;
  readonly description: string;
  readonly then: Readonly<Record<string, unknown>>;
}

/** The rules in the order in which they are written, each by what its owner says of it. */
export function RulesPage(): ReactNode {
  const { say } = useStudio();
  const { documents, report } = useDraft();
  const rules = useMemo(
    () => (Object(documents['rules.json']) as { readonly rules?: readonly WrittenRule[] }).rules ?? [],
    [documents],
  );
  return (
    <div className="st-page">
      <h1>{say('rules')}</h1>
      {rules.length === 0 && <p className="st-empty">{say('rules.none')}</p>}
      <ul className="st-rules">
        {rules.map(({ id, description }, index) => {
          const findings = (report?.findings ?? []).filter(
            ({ file, pointer, severity }) =>
              severity !== 'note' &&
              file === 'rules.json' &&
              new RegExp(`^/rules/${index}(?:/|$)`).test(pointer),
          );
          return (
            <li key={id} id={`rule-${id}`}>
              <p>{description}</p>
              <p className="st-quiet">{id}</p>
              {findings.map(({ code, pointer, reason }) => (
                <p key={code + pointer} className="st-problem">
                  {reason}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
