import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { modelOf, type RuleModel, ruleOf, treeOf, withShownOnly } from '#engine/builder/index.ts';
import { addRule, fallbackLocale, rulesOf, type WrittenRule } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { LookOnly } from '../people/look-only.tsx';
import { useScope } from '../people/use-scope.ts';
import type { RuleChoices } from '../protocol.ts';
import { takeFocus } from '../take-focus.ts';
import { wordsIn } from '../words.ts';
import { EffectPicker, effectOfPick, type PickedEffect, picksInWords } from './effect-picker.tsx';
import { type BegunRule, begunRule, keepBegunRule, nothingBegun, stillPossible } from './kept-new-rule.ts';
import { TickList } from './tick-list.tsx';
import { useRuleChoices } from './use-rules.ts';

/**
 * The form for a new rule: its effect, the field and the enquiry types. Further conditions are edited in the
 * added rule.
 */
export function NewRule({
  about,
  onAdded,
  onCancel,
}: {
  /** The name of the field that is chosen at first, or an empty string. */
  readonly about: string;
  readonly onAdded: (id: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { store, say, announce, me } = useStudio();
  const { documents } = useDraft();
  const { mayPatch } = useScope();
  const all = useRuleChoices(nothingDone);
  const choices = useMemo(() => all && withinTypes(all, me.types), [all, me.types]);
  const [kept] = useState(begunRule);
  const [begun, setBegun] = useState(kept ?? { ...nothingBegun, types: me.types ?? [] });
  const [isMissing, setIsMissing] = useState(false);
  const id = useId();
  if (choices === undefined) return <p className="st-quiet">{say('checks.working')}</p>;
  const { picked, types, description } = stillPossible(begun, choices);
  const effect = effectOfPick(picked, choices);
  const proposed = picksInWords(picked, choices, wordsIn(fallbackLocale(documents)));
  const isOfType = mayAskType(picked);
  const offered = typesFor(picked, choices);
  const asked = isOfType ? types.filter((type) => offered.some(({ value }) => value === type)) : [];
  const words = description.trim() || proposed;
  const rule = effect && newRule({ ...picked, types: asked }, effect, words);
  const made =
    rule && addRule(documents, { words: nameOf(picked), rule, ...behind(rule, rulesOf(documents)) });
  const isOutside = made !== undefined && !mayPatch(made.patches);

  function change(part: Partial<BegunRule>): void {
    const next = { picked, types, description, ...part };
    setBegun(next);
    keepBegunRule(next);
  }

  function add(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(effect === undefined);
    if (made === undefined || isOutside) return;
    store.perform({ title: { key: 'rule-added', values: { rule: words } }, patches: made.patches });
    announce(say('rule.added'));
    keepBegunRule(undefined);
    onAdded(made.id);
  }

  function cancel(): void {
    keepBegunRule(undefined);
    onCancel();
  }

  return (
    <form className="st-new-rule" aria-label={say('rules.new')} onSubmit={add} noValidate>
      <h2 ref={kept ? undefined : takeFocus} tabIndex={-1}>
        {say('rules.new')}
      </h2>
      {kept && (
        <p className="st-quiet" role="status">
          {say('rules.new.again')}
        </p>
      )}
      <EffectPicker
        picked={picked}
        choices={choices}
        withShownOnly
        {...(me.types && { taken: ofEveryType })}
        textKey={(field, name) => `rules.${name}-${field}.${field}.${name}`}
        onChange={(next) => {
          const isOther = next.effect !== picked.effect;
          change({
            picked: isOther && next.field === '' ? { ...next, field: fieldOf(about, next, choices) } : next,
          });
          setIsMissing(false);
        }}
      />
      {isOfType && (
        <TickList
          legend={say('rule.for-types')}
          options={offered}
          ticked={types}
          mayBeNone={me.types === undefined}
          onChange={(next) => change({ types: next })}
        />
      )}
      <span className="st-choice">
        <label htmlFor={id}>{say('rule.description')}</label>
        <input
          id={id}
          className="st-input"
          dir="auto"
          value={description}
          placeholder={proposed}
          onChange={({ target }) => change({ description: target.value })}
        />
      </span>
      {isMissing && (
        <p className="st-problem" role="alert">
          {say('rule.incomplete')}
        </p>
      )}
      {isOutside && <LookOnly isOutside />}
      <div className="st-actions">
        {!isOutside && (
          <button type="submit" className="st-button st-button--primary">
            {say('rule.add')}
          </button>
        )}
        <button type="button" className="st-button st-button--plain" onClick={cancel}>
          {say('cancel')}
        </button>
      </div>
    </form>
  );
}

const nothingDone = { then: {} };

/** Effects that are decided before the enquiry type is known, for all types at once. */
const ofEveryType = ['preferTypes', 'eligible', 'hideSection'];

/**
 * True if the rule can depend on the enquiry type. An effect that is decided before the type is known cannot.
 */
function mayAskType({ effect, field }: PickedEffect): boolean {
  return !['', 'excludeTypes', ...ofEveryType].includes(effect) && field !== 'enquiry_type';
}

/** Returns the types that have the field. Returns all types if the effect is not about a field. */
function typesFor({ field }: PickedEffect, { types, fields }: RuleChoices) {
  const own = fields.find(({ name }) => name === field)?.types;
  return types
    .filter(({ name }) => own === undefined || own.includes(name))
    .map(({ name, label }) => ({ value: name, label }));
}

function fieldOf(about: string, { effect }: PickedEffect, { fields }: RuleChoices): string {
  const name = effect === 'shown-only' ? 'hide' : effect;
  return fields.some((field) => field.name === about && field.takes.some((one) => one === name)) ? about : '';
}

function newRule(
  { effect, sites, types }: PickedEffect,
  model: NonNullable<ReturnType<typeof effectOfPick>>,
  description: string,
): Omit<WrittenRule, 'id'> {
  const type = { var: 'type' };
  const [only] = types;
  const when =
    only === undefined ? undefined : types.length > 1 ? { in: [type, [...types]] } : { '==': [type, only] };
  const made: RuleModel = {
    ...{ id: '', description, effects: [model] },
    ...(when && { when: treeOf(when) }),
  };
  const rule = ruleOf(made);
  const shown =
    effect === 'shown-only'
      ? withShownOnly(rule, { sites, names: rule.then.hide ?? [], ...(when && { when }) })
      : rule;
  const { id: _id, ...whole } = ruleOf({ ...modelOf(shown), keys: [] });
  return whole as Omit<WrittenRule, 'id'>;
}

/** Returns the text from which the id of the rule is made: `exclude types valuation`. */
function nameOf({ effect, field, types }: PickedEffect): string {
  const what = effect.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [what, field, ...(effect === 'excludeTypes' ? types : [])].join(' ');
}

/** Returns the rule after which a new rule is inserted: the last one with the same effect. */
function behind(
  { then }: Pick<WrittenRule, 'then'>,
  rules: readonly WrittenRule[],
): { readonly behind?: string } {
  const [effect = ''] = Object.keys(then);
  const last = rules.findLast((rule) => effect in rule.then);
  return last ? { behind: last.id } : {};
}

function withinTypes(choices: RuleChoices, keys: readonly string[] | undefined): RuleChoices {
  if (keys === undefined) return choices;
  return {
    ...choices,
    types: choices.types.filter(({ name }) => keys.includes(name)),
    fields: choices.fields.filter(
      ({ types }) => types === undefined || types.some((type) => keys.includes(type)),
    ),
  };
}
