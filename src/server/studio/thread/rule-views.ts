import type { Documents, Effects } from '#engine';
import {
  destinationChoices,
  factChoices,
  fieldChoices,
  listChoices,
  recipientChoices,
} from '#engine/builder/index.ts';
import { conflictingRules, type Example, withoutRule } from '#engine/check/index.ts';
import { rulesOf, type WrittenRule } from '#engine/editing/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import type { Sentence, Words } from '#engine/words/index.ts';
import type { AskedChoices, RuleChoices, RuleEffect, RuleView } from '../../../studio/protocol.ts';
import type { LoadedDraft } from './loaded-draft.ts';

interface Spoken {
  readonly draft: LoadedDraft;
  readonly words: Words;
}

export function ruleViews(draft: LoadedDraft, words: Words): readonly RuleView[] {
  return rulesOf(draft.documents).map((rule) => ruleView(rule, { draft, words }));
}

function ruleView(rule: WrittenRule, { draft, words }: Spoken): RuleView {
  const { id, description, then } = rule;
  const effects = Object.keys(asObject(then));
  // A form that compiles has no conflicting rules.
  const conflicts = draft.ready === undefined ? conflictsOf(id, { draft, words }) : [];
  return { id, description, effects, sentence: words.rule(rule), conflicts };
}

function conflictsOf(id: string, { draft: { documents }, words }: Spoken): readonly Sentence[] {
  try {
    const { form } = words.names;
    return conflictingRules({ form, documents, id }).map((conflict) => words.conflict(conflict));
  } catch {
    // Malformed rules are reported by the check.
    return [];
  }
}

/**
 * Describes what would change without a rule. Undefined if the draft does not compile, or the example belongs
 * to another draft.
 */
export function effectOf(
  { rule, example }: { readonly rule: string; readonly example: Example },
  { draft: { ready, documents }, words }: Spoken,
): RuleEffect | undefined {
  if (ready === undefined) return undefined;
  try {
    const { now, without } = withoutRule({ form: ready.form, documents, id: rule }, example);
    return { situation: words.situation(example.on), changes: words.changes(now, without) };
  } catch {
    // The example refers to something that an edit has removed.
    return undefined;
  }
}

/** Returns what a rule may use. The facts of a condition depend on the effects of its rule. */
export function choicesOf(
  { then, insteadOf }: AskedChoices,
  { documents, words }: { readonly documents: Documents; readonly words: Words },
): RuleChoices {
  const { form } = words.names;
  const replaced = rulesOf(documents).find(({ id }) => id === insteadOf)?.then as Effects | undefined;
  const asks = (of: 'preferTypes' | 'eligible' | 'offer') => factChoices(words, { of });
  const filtered = Object.keys(asObject(then.filter));
  return {
    when: factChoices(words, { of: 'when', then: replaced ? [then, replaced] : [then] }),
    asks: { preferTypes: asks('preferTypes'), eligible: asks('eligible'), offer: asks('offer') },
    filters: Object.fromEntries(
      filtered.map((field) => [field, factChoices(words, { of: 'filter', field })]),
    ),
    given: factChoices(words, { of: 'when', then: [{ hide: [] }] }),
    fields: fieldChoices(words),
    types: form.types.map(({ key }) => ({ name: key, label: words.names.type(key).label })),
    lists: listChoices(words),
    recipients: recipientChoices(words),
    destinations: destinationChoices(words),
  };
}
