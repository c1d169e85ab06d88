import { type ReactNode, useEffect, useState } from 'react';
import { loadRules } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import type { RuleView } from '../protocol.ts';
import { Said } from '../said.tsx';
import type { WordKey } from '../words.ts';
import { RuleEditor } from './rule-editor.tsx';

/** What rules decide, in the order in which it is decided. */
const groups = {
  types: ['excludeTypes', 'preferTypes'],
  offices: ['eligible', 'offer', 'recipient'],
  section: ['hideSection'],
  fields: ['hide', 'show', 'conceal', 'require', 'enable', 'disable', 'readonly', 'label', 'hint'],
  answers: ['preset', 'bound', 'limit', 'options', 'filter', 'calculate'],
} as const;

/** The rules in sentences, grouped by what they decide. */
export function RulesPage(): ReactNode {
  const { say } = useStudio();
  const rules = useRules();
  useScrollToHash(rules !== undefined);
  return (
    <div className="st-page">
      <h1>{say('rules')}</h1>
      {rules === undefined && <p className="st-quiet">{say('checks.working')}</p>}
      {rules?.length === 0 && <p className="st-empty">{say('rules.none')}</p>}
      {groupNames.map((group) => {
        const some = (rules ?? []).filter((rule) => groupOf(rule) === group);
        if (some.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`st-rules-${group}`}>
            <h2 id={`st-rules-${group}`}>{say(`rules.${group}` as WordKey)}</h2>
            <ul className="st-rules">
              {some.map((rule) => (
                <RuleItem key={rule.id} rule={rule} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const groupNames = [...Object.keys(groups), 'other'];

function groupOf({ effects: [first = ''] }: RuleView): string {
  const found = Object.entries(groups).find(([, effects]) => (effects as readonly string[]).includes(first));
  return found?.[0] ?? 'other';
}

function RuleItem({ rule }: { readonly rule: RuleView }): ReactNode {
  const { say } = useStudio();
  const { id, description, sentence } = rule;
  const [isOpen, setIsOpen] = useState(false);
  const { documents, report } = useDraft();
  const reach = report?.reach[id];
  const written = (Object(documents['rules.json']) as { readonly rules?: readonly { readonly id: string }[] })
    .rules;
  const index = written?.findIndex((rule) => rule.id === id) ?? -1;
  const findings = (report?.findings ?? []).filter(
    ({ file, pointer, severity }) =>
      severity !== 'note' && file === 'rules.json' && new RegExp(`^/rules/${index}(?:/|$)`).test(pointer),
  );
  return (
    <li id={`rule-${id}`}>
      <p>
        <Said sentence={sentence} />
      </p>
      <p className="st-quiet">
        {description}
        {reach && ` ${say('rules.reach', { holds: reach.holds, of: reach.of })}`}
      </p>
      <details className="st-edit" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          {say('rule.edit')}
          <span className="st-visually-hidden"> {description}</span>
        </summary>
        {isOpen && <RuleEditor rule={rule} />}
      </details>
      {findings.map(({ code, pointer, reason }) => (
        <p key={code + pointer} className="st-problem">
          {reason}
        </p>
      ))}
    </li>
  );
}

/** The rules of the newest version that is a form. */
function useRules(): readonly RuleView[] | undefined {
  const { report } = useDraft();
  const [rules, setRules] = useState<readonly RuleView[]>();
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    if (version >= 0)
      loadRules().then(
        (loaded) => isCurrent && loaded && setRules(loaded),
        // The next version brings another try.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [version]);
  return rules;
}

/** Whoever came for one rule is led to it once it is there. */
function useScrollToHash(isThere: boolean): void {
  useEffect(() => {
    if (isThere) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [isThere]);
}
