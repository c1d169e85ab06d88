import { useEffect, useMemo, useState } from 'react';
import type { RuleChoices, RuleChoicesQuery, RuleView } from '../../api/studio.ts';
import { loadRuleChoices, loadRules } from '../draft/api.ts';
import { useDraftState } from '../draft/context.ts';

/**
 * Returns the rules with their sentences, for the newest version of the draft that was checked. Returns the
 * previous ones until these are loaded and if loading fails, undefined before anything is loaded.
 */
export function useRules(): readonly RuleView[] | undefined {
  const { report } = useDraftState();
  const [rules, setRules] = useState<readonly RuleView[]>();
  const version = report?.version ?? -1;
  useEffect(() => {
    let isCurrent = true;
    if (version >= 0)
      loadRules().then(
        (loaded) => isCurrent && loaded && setRules(loaded),
        // The next version of the draft triggers another attempt.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [version]);
  return rules;
}

/**
 * Returns the facts and names that a rule with the effects `then` can use in place of the rule with the id
 * `insteadOf`. Returns the previous ones until these are loaded and if loading fails, undefined before
 * anything is loaded.
 */
export function useRuleChoices({ then, insteadOf }: RuleChoicesQuery): RuleChoices | undefined {
  const [choices, setChoices] = useState<RuleChoices>();
  const { report } = useDraftState();
  const version = report?.isForm ? report.version : -1;
  // The choices depend on the kinds of effects, not on their values.
  const asked = useMemo(() => JSON.stringify({ then: toEffectOutline(then), insteadOf }), [then, insteadOf]);
  useEffect(() => {
    let isCurrent = true;
    loadRuleChoices(JSON.parse(asked) as RuleChoicesQuery).then(
      (loaded) => isCurrent && loaded && setChoices(loaded),
      // The next version of the draft triggers another attempt.
      () => version,
    );
    return () => {
      isCurrent = false;
    };
  }, [asked, version]);
  return choices;
}

/**
 * Returns the effects reduced to what their choices depend on: a list to its entries `enquiry_type`, an
 * object to its keys (each with `true`), any other value to `true`.
 */
function toEffectOutline(then: RuleChoicesQuery['then']): object {
  return Object.fromEntries(
    Object.entries(then).map(([effect, value]) => {
      if (Array.isArray(value)) return [effect, value.filter((name) => name === 'enquiry_type')];
      const isKeyed = typeof value === 'object' && value !== null;
      return [effect, isKeyed ? Object.fromEntries(Object.keys(value).map((key) => [key, true])) : true];
    }),
  );
}
