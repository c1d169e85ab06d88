import type { Documents, Effects } from '#engine';
import {
  type ExampleSituation,
  findRuleConflicts,
  readScenarioDocument,
  resolveWithoutRule,
  watchRule,
} from '#engine/check/index.ts';
import { listRules, type WrittenRule } from '#engine/editing/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import {
  getDestinationChoices,
  getListChoices,
  getRecipientChoices,
  listFactChoices,
  listFieldChoices,
  listRuleLinks,
} from '#engine/rules/builder/index.ts';
import type { Sentence, SentenceRenderer } from '#engine/rules/sentences/index.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import type {
  RuleChoices,
  RuleChoicesQuery,
  RuleEffect,
  RuleView,
  RuleWatchView,
} from '../../../api/studio.ts';
import type { LoadedDraft } from './loaded-draft.ts';

interface RuleViewContext {
  readonly draft: LoadedDraft;
  readonly renderer: SentenceRenderer;
}

/** Describes all rules of a draft, in their order, also if the draft does not compile. */
export function listRuleViews(draft: LoadedDraft, renderer: SentenceRenderer): readonly RuleView[] {
  return listRules(draft.documents).map((rule) => toRuleView(rule, { draft, renderer: renderer }));
}

/** Describes a rule in a sentence, with what it reads and decides. Its conflicts are only searched if the draft does not compile. */
function toRuleView(rule: WrittenRule, { draft, renderer }: RuleViewContext): RuleView {
  const { id, description, then } = rule;
  const effects = Object.keys(asObject(then));
  // A form that compiles has no conflicting rules.
  const conflicts = draft.ready === undefined ? describeConflicts(id, { draft, renderer }) : [];
  const links = listRuleLinks(rule, { names: renderer.names, sites: draft.content?.sites ?? [] });
  return { id, description, effects, sentence: renderer.rule(rule), links, conflicts };
}

/** Returns a sentence for each conflict of a rule with another one. Empty if the rules are malformed. */
function describeConflicts(
  id: string,
  { draft: { documents }, renderer }: RuleViewContext,
): readonly Sentence[] {
  try {
    const { form } = renderer.names;
    return findRuleConflicts({ form, documents, id }).map((conflict) => renderer.conflict(conflict));
  } catch {
    // Malformed rules are reported by the check.
    return [];
  }
}

/**
 * Describes what would change in an example situation without a rule. Undefined if the draft does not
 * compile, or if the example refers to something that the draft no longer contains.
 */
export function describeRuleEffect(
  { rule, example }: { readonly rule: string; readonly example: ExampleSituation },
  { draft: { ready, documents }, renderer }: RuleViewContext,
): RuleEffect | undefined {
  if (ready === undefined) return undefined;
  try {
    const { now, without } = resolveWithoutRule({ form: ready.form, documents, id: rule }, example);
    return { situation: renderer.situation(example.on), changes: renderer.changes(now, without) };
  } catch {
    // The example refers to something that an edit has removed.
    return undefined;
  }
}

/**
 * Returns scenarios that fail if a rule stops working, for those of its effects that no scenario of the draft
 * protects. Undefined if the draft does not compile.
 */
export function createRuleWatch(
  { ready, documents }: LoadedDraft,
  { rule: id, example }: { readonly rule: string; readonly example?: ExampleSituation },
): RuleWatchView | undefined {
  if (ready === undefined) return undefined;
  const { form } = ready;
  const checks = compileFormChecks(form);
  if (!checks.ok) return undefined;
  const { document } = readScenarioDocument(form, documents);
  const watch = watchRule({ form, document, id, checkOf: checks.checkOf, ...(example && { example }) });
  return { ...watch, usual: document.usual };
}

/**
 * Returns the facts and names that a rule may use. The facts of its condition depend on its effects, and also
 * on those of the rule that it replaces (`insteadOf`). `given` has the facts for a condition of a rule that
 * only hides.
 */
export function listRuleChoices(
  { then, insteadOf }: RuleChoicesQuery,
  { documents, words }: { readonly documents: Documents; readonly words: SentenceRenderer },
): RuleChoices {
  const { form } = words.names;
  const replaced = listRules(documents).find(({ id }) => id === insteadOf)?.then as Effects | undefined;
  /** Returns the facts that the condition inside such an effect may use. */
  const listFactsFor = (of: 'preferTypes' | 'eligible' | 'offer') => listFactChoices(words, { of });
  const filtered = Object.keys(asObject(then.filter));
  return {
    when: listFactChoices(words, { of: 'when', then: replaced ? [then, replaced] : [then] }),
    asks: {
      preferTypes: listFactsFor('preferTypes'),
      eligible: listFactsFor('eligible'),
      offer: listFactsFor('offer'),
    },
    filters: Object.fromEntries(
      filtered.map((field) => [field, listFactChoices(words, { of: 'filter', field })]),
    ),
    given: listFactChoices(words, { of: 'when', then: [{ hide: [] }] }),
    fields: listFieldChoices(words),
    types: form.types.map(({ key }) => ({ name: key, label: words.names.type(key).label })),
    lists: getListChoices(words),
    recipients: getRecipientChoices(words),
    destinations: getDestinationChoices(words),
  };
}
