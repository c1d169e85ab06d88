import { useEffect, useMemo, useState } from 'react';
import { loadRuleChoices, loadRules } from '../api.ts';
import { useDraft } from '../context.ts';
import type { AskedChoices, RuleChoices, RuleView } from '../protocol.ts';

/** The rules of the newest version that anything can be said of. */
export function useRules(): readonly RuleView[] | undefined {
  const { report } = useDraft();
  const [rules, setRules] = useState<readonly RuleView[]>();
  const version = report?.version ?? -1;
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

/** What a rule that does this may ask and name; what was known before stands until it is known. */
export function useRuleChoices({ then, insteadOf }: AskedChoices): RuleChoices | undefined {
  const [choices, setChoices] = useState<RuleChoices>();
  const { report } = useDraft();
  const version = report?.isForm ? report.version : -1;
  // What is asked depends on what it does, not on how much of it.
  const asked = useMemo(() => JSON.stringify({ then: outlineOf(then), insteadOf }), [then, insteadOf]);
  useEffect(() => {
    let isCurrent = true;
    loadRuleChoices(JSON.parse(asked) as AskedChoices).then(
      (loaded) => isCurrent && loaded && setChoices(loaded),
      // The next version brings another try.
      () => version,
    );
    return () => {
      isCurrent = false;
    };
  }, [asked, version]);
  return choices;
}

function outlineOf(then: AskedChoices['then']): object {
  return Object.fromEntries(
    Object.entries(then).map(([effect, value]) => {
      if (Array.isArray(value)) return [effect, value.filter((name) => name === 'enquiry_type')];
      const isKeyed = typeof value === 'object' && value !== null;
      return [effect, isKeyed ? Object.fromEntries(Object.keys(value).map((key) => [key, true])) : true];
    }),
  );
}
