import type { ReactNode } from 'react';
import {
  type EditedFactKind,
  type EffectModel,
  type FactChoice,
  type FieldChoice,
  isComparableKind,
  isCompleteEffect,
  missingValue,
} from '#engine/rules/builder/index.ts';
import type { RuleChoices } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';
import { TickList } from '../ui/tick-list.tsx';
import { ConditionEditor, CrossIcon } from './condition-editor.tsx';
import { ExpressionEditor } from './expression-editor.tsx';
import { GivenValueControl } from './given-value.tsx';
import { TextPicker } from './text-picker.tsx';
import { TypedInput } from './typed-input.tsx';
import { useIncompleteEdit } from './use-incomplete-edit.ts';
import { IncompleteNotice } from './when-editor.tsx';

export interface EffectEditorProps {
  /** The id of the rule. Empty if it has none yet. */
  readonly rule: string;
  /** The index of the effect in its rule, from 0. */
  readonly at: number;
  readonly effect: EffectModel;
  readonly choices: RuleChoices;
  readonly onChange: (effect: EffectModel) => void;
  /** Absent for the only effect of a rule. */
  readonly onRemove?: (() => void) | undefined;
}

/** Edits one effect of a rule. An incomplete effect is shown with a notice and not passed to `onChange`. */
export function EffectEditor(props: EffectEditorProps): ReactNode {
  const { say } = useStudio();
  const { choices, onRemove, onChange } = props;
  const {
    shown: effect,
    isIncomplete,
    change,
  } = useIncompleteEdit({
    name: `${props.rule}/${props.at}/${props.effect.effect}`,
    value: props.effect,
    isComplete: (next) => isCompleteEffect(next, listConditionFacts(next, choices)),
    onChange,
  });
  const whole = getEffectTitle(effect, choices, say);
  return (
    <fieldset className="st-effect">
      <legend>{whole}</legend>
      <EffectBody {...props} effect={effect} onChange={change} />
      {isIncomplete && <IncompleteNotice />}
      {onRemove && (
        <button
          type="button"
          className="st-remove"
          aria-label={say('effect.remove', { effect: whole })}
          title={say('effect.remove', { effect: whole })}
          onClick={onRemove}
        >
          <CrossIcon />
        </button>
      )}
    </fieldset>
  );
}

/**
 * Returns the facts that the condition of an effect may choose from. Empty for an effect without a condition,
 * and for a filter whose facts are not loaded.
 */
export function listConditionFacts(
  effect: EffectModel,
  { asks, filters }: RuleChoices,
): readonly FactChoice[] {
  if (effect.kind === 'asks') return asks[effect.effect];
  return effect.kind === 'filter' ? (filters[effect.field] ?? []) : [];
}

/**
 * Edits the values of an effect, without checking that they are complete. Renders only a message for an
 * effect that has no values or that the studio cannot edit.
 */
export function EffectBody({
  rule,
  effect,
  choices,
  onChange,
}: Omit<EffectEditorProps, 'at' | 'onRemove'>): ReactNode {
  const { say } = useStudio();
  const field = findEffectField(effect, choices);
  switch (effect.kind) {
    case 'names':
      return (
        <TickList
          legend={say(legends[effect.effect as keyof typeof legends] ?? 'rule.fields')}
          options={listNameOptions(effect.effect, choices)}
          ticked={effect.names}
          onChange={(names) => onChange({ ...effect, names })}
        />
      );
    case 'asks':
      return (
        <ConditionEditor
          node={effect.asked}
          facts={listConditionFacts(effect, choices)}
          of={effect.effect}
          onChange={(asked) => onChange({ ...effect, asked })}
        />
      );
    case 'filter':
      return (
        <ConditionEditor
          node={effect.asked}
          facts={listConditionFacts(effect, choices)}
          of="filter"
          onChange={(asked) => onChange({ ...effect, asked })}
        />
      );
    case 'gives':
      return (
        <div className="st-rule-row">
          <GivenValueControl
            label={say('rule.value')}
            value={effect.value}
            kind={field?.kind ?? 'text'}
            known={field?.values}
            facts={filterAssignableFacts(field?.kind ?? 'text', effect.field, choices.given)}
            onChange={(value) => onChange({ ...effect, value })}
          />
        </div>
      );
    case 'bounds':
      return <BoundsEditor effect={effect} field={field} choices={choices} onChange={onChange} />;
    case 'word':
      return effect.effect === 'options' ? (
        <div className="st-rule-row">
          <LabelledSelect
            label={say('effect.list')}
            value={effect.word}
            options={choices.lists.map(({ name, label }) => [name, label])}
            onChange={(word) => onChange({ ...effect, word })}
          />
        </div>
      ) : (
        <TextPicker
          title={getEffectTitle(effect, choices, say)}
          text={effect.word}
          newKey={`rules.${rule}.${effect.field}.${effect.effect}`}
          onChange={(word) => onChange({ ...effect, word })}
        />
      );
    case 'calculates':
      return (
        <ExpressionEditor
          node={effect.expression}
          gives={field?.kind ?? 'text'}
          facts={choices.given.filter(({ name }) => name !== `values.${effect.field}`)}
          onChange={(expression) => onChange({ ...effect, expression })}
        />
      );
    case 'limits':
      return <LimitsEditor effect={effect} field={field} onChange={onChange} />;
    case 'recipient':
      return (
        <div className="st-rule-row">
          <GivenValueControl
            label={say('effect.recipient')}
            value={effect.value}
            kind="id"
            known={choices.recipients.map(({ name, label }) => ({ value: name, label }))}
            facts={filterAssignableFacts('id', '', choices.given)}
            onChange={(value) => onChange({ ...effect, value })}
          />
        </div>
      );
    case 'flag':
      return <p className="st-quiet">{say('effect.hideSection.hint')}</p>;
    case 'other':
      return <p className="st-quiet">{say('rule.unreadable')}</p>;
  }
}

/**
 * Returns the field that the effect is about. Undefined if the field is unknown, or the effect is not about a
 * single field.
 */
function findEffectField(effect: EffectModel, { fields }: RuleChoices): FieldChoice | undefined {
  return 'field' in effect ? fields.find(({ name }) => name === effect.field) : undefined;
}

/** Returns the name of an effect, with the label of its field if it is about a known one. */
function getEffectTitle(effect: EffectModel, choices: RuleChoices, say: FormatMessage): string {
  const title = say(`effect.${effect.effect}` as StudioMessageKey);
  const field = findEffectField(effect, choices);
  return field ? say('effect.of-field', { effect: title, field: field.label }) : title;
}

/** The message keys of the legends of tick lists. Other effects have the legend of fields. */
const legends = { excludeTypes: 'forms.type', destinations: 'effect.destinations' } as const;

/**
 * Returns the options for an effect that consists of names: types, destinations, or the fields that can have
 * the effect.
 */
export function listNameOptions(
  effect: EffectModel['effect'],
  { types, destinations, fields }: RuleChoices,
): readonly { readonly value: string; readonly label: string }[] {
  if (effect === 'excludeTypes') return types.map(({ name, label }) => ({ value: name, label }));
  if (effect === 'destinations') return destinations.map(({ name, label }) => ({ value: name, label }));
  return fields
    .filter(({ takes }) => takes.some((one) => one === effect))
    .map(({ name, label }) => ({ value: name, label }));
}

/**
 * Returns the facts whose values can become the value of the field `field`, which has this type. Lists,
 * objects and the field itself are not among them.
 */
function filterAssignableFacts(
  kind: EditedFactKind,
  field: string,
  given: readonly FactChoice[],
): readonly FactChoice[] {
  return given.filter(
    (fact) =>
      fact.kind !== 'list' &&
      fact.kind !== 'object' &&
      fact.name !== `values.${field}` &&
      isComparableKind(fact.kind, kind),
  );
}

const boundNames = ['minimum', 'maximum', 'equals'] as const;

/**
 * Edits the minimum, the maximum and the exact value that a rule demands of a field. At least one of them
 * remains. Minimum and maximum are offered only if the field can be bounded.
 */
function BoundsEditor({
  effect,
  field,
  choices,
  onChange,
}: {
  readonly effect: Extract<EffectModel, { readonly kind: 'bounds' }>;
  readonly field: FieldChoice | undefined;
  readonly choices: RuleChoices;
  readonly onChange: (effect: EffectModel) => void;
}): ReactNode {
  const { say } = useStudio();
  const { bounds } = effect;
  /** Returns the type of the value of a bound. */
  const getKind = (end: (typeof boundNames)[number]) =>
    end === 'equals' ? (field?.kind ?? 'text') : (field?.bounded ?? 'number');
  const isOfTime = field?.bounded !== undefined && field.bounded !== 'number';
  /** Returns the label of a bound; for dates and times it says earliest and latest. */
  const getLabel = (end: (typeof boundNames)[number]) =>
    say(end !== 'equals' && isOfTime ? `bound.time-${end}` : `bound.${end}`);
  const existingBounds = boundNames.filter((end) => bounds[end] !== undefined);
  const missingBounds = boundNames.filter(
    (end) => bounds[end] === undefined && (end === 'equals' || field?.bounded),
  );
  /** Returns the facts whose value can be the bound. */
  const listBoundFacts = (end: (typeof boundNames)[number]) =>
    filterAssignableFacts(getKind(end), effect.field, choices.given);
  return (
    <>
      {existingBounds.map((end) => (
        <div key={end} className="st-bound st-wrap st-center">
          <span className="st-bound-end st-muted st-small">{getLabel(end)}</span>
          <div className="st-rule-row">
            <GivenValueControl
              label={getLabel(end)}
              value={bounds[end]}
              kind={getKind(end)}
              known={end === 'equals' ? field?.values : undefined}
              facts={listBoundFacts(end)}
              onChange={(value) => onChange({ ...effect, bounds: { ...bounds, [end]: value } })}
            />
            {existingBounds.length > 1 && (
              <button
                type="button"
                className="st-button st-button--small st-button--plain"
                onClick={() => {
                  const { [end]: _gone, ...rest } = bounds;
                  onChange({ ...effect, bounds: rest });
                }}
              >
                {say('bound.remove', { bound: getLabel(end) })}
              </button>
            )}
          </div>
        </div>
      ))}
      <div className="st-actions">
        {missingBounds.map((end) => (
          <button
            key={end}
            type="button"
            className="st-button st-button--small"
            onClick={() => onChange({ ...effect, bounds: { ...bounds, [end]: missingValue } })}
          >
            {say('bound.add', { bound: getLabel(end) })}
          </button>
        ))}
      </div>
    </>
  );
}

const mebibyte = 1024 * 1024;

/**
 * The limits with a number, and how many units of the document are one unit of the input. Documents contain
 * bytes and milliseconds; the inputs show MiB and seconds.
 */
const limitUnits = [
  { limit: 'count', per: 1 },
  { limit: 'bytes', per: mebibyte },
  { limit: 'timeoutMs', per: 1000 },
] as const;

/**
 * Edits the limits of uploads: the number of files, their size in MiB, the time for an upload in seconds, and
 * the file types. At least one limit remains.
 */
function LimitsEditor({
  effect,
  field,
  onChange,
}: {
  readonly effect: Extract<EffectModel, { readonly kind: 'limits' }>;
  readonly field: FieldChoice | undefined;
  readonly onChange: (effect: EffectModel) => void;
}): ReactNode {
  const { say } = useStudio();
  const { limits } = effect;
  /**
   * Passes the effect to `onChange` with this limit, or without it if the value is undefined. The value is in
   * the unit of documents.
   */
  const setLimit = (limit: string, value: unknown) => {
    const { [limit]: _before, ...rest } = limits;
    if (value !== undefined) onChange({ ...effect, limits: { ...limits, [limit]: value } });
    else onChange({ ...effect, limits: rest });
  };
  /** Returns true if the effect has this limit and no other. */
  const isOnlyLimit = (limit: string) => Object.keys(limits).length === 1 && limit in limits;
  const types = limits.types;
  const files = field?.files ?? [];
  return (
    <>
      <div className="st-asked">
        {limitUnits.map(({ limit, per }) => {
          const limitValue = limits[limit];
          return (
            <TypedInput
              key={limit}
              label={say(`limit.${limit}`)}
              kind="number"
              least={limit === 'count' ? 1 : 1 / per}
              value={typeof limitValue === 'number' ? limitValue / per : undefined}
              onChange={(value) => setLimit(limit, Math.round(Number(value) * per))}
              onEmpty={isOnlyLimit(limit) ? undefined : () => setLimit(limit, undefined)}
            />
          );
        })}
      </div>
      <TickList
        legend={say('limit.types')}
        options={files.map((type) => ({ value: type, label: type.split('/')[1]?.toUpperCase() ?? type }))}
        ticked={Array.isArray(types) ? types.map(String) : []}
        mayBeNone={!isOnlyLimit('types')}
        onChange={(next) => setLimit('types', next.length > 0 ? next : undefined)}
      />
      <p className="st-quiet">{say('limit.hint')}</p>
    </>
  );
}
