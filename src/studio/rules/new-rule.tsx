import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { addRule, getFallbackLocale, listRules, type WrittenRule } from '#engine/editing/index.ts';
import { type EffectName, effectNames, getEffectDefinition } from '#engine/model/effects.ts';
import {
  applySiteRestriction,
  conditionToTree,
  type RuleModel,
  toRuleModel,
  toRuleSource,
} from '#engine/rules/builder/index.ts';
import type { RuleChoices } from '../../api/studio.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { focusElement } from '../ui/focus-element.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { TickList } from '../ui/tick-list.tsx';
import { describePick, EffectPicker, type PickedEffect, toPickedEffectModel } from './effect-picker.tsx';
import {
  emptyUnfinishedRule,
  loadUnfinishedRule,
  removeMissingChoices,
  storeUnfinishedRule,
  type UnfinishedRule,
} from './unfinished-rule.ts';
import { useRuleChoices } from './use-rules.ts';

/**
 * Renders the form for a new rule: its effect, the field and the enquiry types. An unfinished rule is stored
 * in this browser and restored. Further conditions are edited in the added rule.
 */
export function NewRule({
  about,
  onAdded,
  onCancel,
}: {
  /** The name of the field that is chosen at first, or an empty string. */
  readonly about: string;
  /** Called with the id of the rule after it was added to the draft. */
  readonly onAdded: (id: string) => void;
  /** Called after the unfinished rule was deleted. */
  readonly onCancel: () => void;
}): ReactNode {
  const { store, say, announce, me } = useStudio();
  const { documents } = useDraftState();
  const { canApplyPatches } = useEditableScope();
  const all = useRuleChoices(noEffects);
  const choices = useMemo(() => all && limitChoicesToTypes(all, me.types), [all, me.types]);
  const [stored] = useState(loadUnfinishedRule);
  const [begun, setBegun] = useState(stored ?? { ...emptyUnfinishedRule, types: me.types ?? [] });
  const [isMissing, setIsMissing] = useState(false);
  const id = useId();
  if (choices === undefined) return <p className="st-quiet">{say('checks.working')}</p>;
  const { picked, types, description } = removeMissingChoices(begun, choices);
  const effect = toPickedEffectModel(picked, choices);
  const proposed = describePick(picked, choices, createFormatMessage(getFallbackLocale(documents)));
  const isOfType = mayDependOnType(picked);
  const offered = listFieldTypes(picked, choices);
  const chosenTypes = isOfType ? types.filter((type) => offered.some(({ value }) => value === type)) : [];
  const finalDescription = description.trim() || proposed;
  const rule = effect && createRule({ ...picked, types: chosenTypes }, effect, finalDescription);
  const made =
    rule &&
    addRule(documents, { words: toIdWords(picked), rule, ...findPredecessor(rule, listRules(documents)) });
  const isOutside = made !== undefined && !canApplyPatches(made.patches);

  /** Changes a part of the unfinished rule, also in the storage of this browser. */
  function changeRule(part: Partial<UnfinishedRule>): void {
    const next = { picked, types, description, ...part };
    setBegun(next);
    storeUnfinishedRule(next);
  }

  /**
   * Adds the rule to the draft, announces it, deletes the unfinished rule and calls `onAdded`. If the rule is
   * incomplete, shows a message instead; if it is outside of the scope of the person, does nothing.
   */
  function addNewRule(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(effect === undefined);
    if (made === undefined || isOutside) return;
    store.perform({
      title: { key: 'rule-added', values: { rule: finalDescription } },
      patches: made.patches,
    });
    announce(say('rule.added'));
    storeUnfinishedRule(undefined);
    onAdded(made.id);
  }

  /** Deletes the unfinished rule in the storage of this browser and calls `onCancel`. */
  function discardAndClose(): void {
    storeUnfinishedRule(undefined);
    onCancel();
  }

  return (
    <form
      className="st-new-rule st-stack-3 st-box st-padded-wide"
      aria-label={say('rules.new')}
      onSubmit={addNewRule}
      noValidate
    >
      <h2 ref={stored ? undefined : focusElement} tabIndex={-1}>
        {say('rules.new')}
      </h2>
      {stored && (
        <p className="st-quiet" role="status">
          {say('rules.new.again')}
        </p>
      )}
      <EffectPicker
        picked={picked}
        choices={choices}
        withShownOnly
        {...(me.types && { taken: typeIndependentEffects })}
        textKey={(field, name) => `rules.${name}-${field}.${field}.${name}`}
        onChange={(next) => {
          const isOther = next.effect !== picked.effect;
          changeRule({
            picked:
              isOther && next.field === ''
                ? { ...next, field: chooseInitialField(about, next, choices) }
                : next,
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
          onChange={(next) => changeRule({ types: next })}
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
          onChange={({ target }) => changeRule({ description: target.value })}
        />
      </span>
      {isMissing && (
        <p className="st-problem" role="alert">
          {say('rule.incomplete')}
        </p>
      )}
      {isOutside && <ReadOnlyNotice isOutside />}
      <div className="st-actions">
        {!isOutside && (
          <button type="submit" className="st-button st-button--primary">
            {say('rule.add')}
          </button>
        )}
        <button type="button" className="st-button st-button--plain" onClick={discardAndClose}>
          {say('cancel')}
        </button>
      </div>
    </form>
  );
}

const noEffects = { then: {} };

/** Returns true if an effect is decided before the enquiry type is known. */
function isDecidedBeforeType(effect: EffectName): boolean {
  const { stage } = getEffectDefinition(effect);
  return stage === 'given' || stage === 'anyEligible';
}

/** Effects that are decided for all enquiry types at once. */
const typeIndependentEffects = effectNames.filter(
  (effect) => isDecidedBeforeType(effect) && getEffectDefinition(effect).names !== 'type',
);

/**
 * Returns true if the new rule can be limited to enquiry types. Returns false without an effect, for effects
 * that are decided before the type is known, for `excludeTypes`, and for the field that selects the type.
 */
function mayDependOnType({ effect, field }: PickedEffect): boolean {
  if (effect === '' || field === 'enquiry_type') return false;
  return effect === 'shown-only' || !isDecidedBeforeType(effect);
}

/**
 * Returns the types that have the field, as options. Returns all types if the effect is not about a field, or
 * the field is in all types or unknown.
 */
function listFieldTypes({ field }: PickedEffect, { types, fields }: RuleChoices) {
  const own = fields.find(({ name }) => name === field)?.types;
  return types
    .filter(({ name }) => own === undefined || own.includes(name))
    .map(({ name, label }) => ({ value: name, label }));
}

/** Returns the field `about` if it can have the effect that was picked, else an empty string. */
function chooseInitialField(about: string, { effect }: PickedEffect, { fields }: RuleChoices): string {
  const name = effect === 'shown-only' ? 'hide' : effect;
  return fields.some((field) => field.name === about && field.takes.some((one) => one === name)) ? about : '';
}

/**
 * Returns the new rule as documents contain it, without its id. The picked types become its condition;
 * without types there is none. For `shown-only`, the rule hides the field on all other sites.
 */
function createRule(
  { effect, sites, types }: PickedEffect,
  model: NonNullable<ReturnType<typeof toPickedEffectModel>>,
  description: string,
): Omit<WrittenRule, 'id'> {
  const type = { var: 'type' };
  const [only] = types;
  const when =
    only === undefined ? undefined : types.length > 1 ? { in: [type, [...types]] } : { '==': [type, only] };
  const made: RuleModel = {
    id: '',
    description,
    effects: [model],
    ...(when && { when: conditionToTree(when) }),
  };
  const rule = toRuleSource(made);
  const shown =
    effect === 'shown-only'
      ? applySiteRestriction(rule, { sites, names: rule.then.hide ?? [], ...(when && { when }) })
      : rule;
  const { id: _id, ...whole } = toRuleSource({ ...toRuleModel(shown), keys: [] });
  return whole as Omit<WrittenRule, 'id'>;
}

/** Returns the words from which the id of the rule is made: effect, field and excluded types. */
function toIdWords({ effect, field, types }: PickedEffect): string {
  const what = effect.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [what, field, ...(effect === 'excludeTypes' ? types : [])].join(' ');
}

/**
 * Returns, as `behind`, the id of the last rule with the same first effect. The new rule is inserted after
 * it. Returns an empty object if there is none.
 */
function findPredecessor(
  { then }: Pick<WrittenRule, 'then'>,
  rules: readonly WrittenRule[],
): { readonly behind?: string } {
  const [effect = ''] = Object.keys(then);
  const last = rules.findLast((rule) => effect in rule.then);
  return last ? { behind: last.id } : {};
}

/**
 * Returns the choices that concern the types with these keys: only these types, and only fields that one of
 * them has. Undefined keys mean all types.
 */
function limitChoicesToTypes(choices: RuleChoices, keys: readonly string[] | undefined): RuleChoices {
  if (keys === undefined) return choices;
  return {
    ...choices,
    types: choices.types.filter(({ name }) => keys.includes(name)),
    fields: choices.fields.filter(
      ({ types }) => types === undefined || types.some((type) => keys.includes(type)),
    ),
  };
}
