import { blockPartNames } from '../blocks.ts';
import { isOperation } from '../conditions/condition.ts';
import { isSameJson } from '../json-schema/values.ts';
import { officeField, typeField } from '../names.ts';
import { textKeys } from '../texts.ts';
import type {
  BlockDefinition,
  BlockPlan,
  FieldDefinition,
  FieldPlan,
  FormType,
  Json,
  Plan,
  Rule,
  UploadLimits,
} from '../types.ts';
import {
  answerDifferences,
  conditionsOfSchema,
  given,
  saidInside,
  sorted,
  strictness,
} from './accepted-answers.ts';
import type { BothTypes } from './both-types.ts';
import type { BothVisit } from './both-visits.ts';
import type { Difference, Version } from './consequence.ts';
import {
  choiceText,
  type EffectiveText,
  effectiveText,
  fieldPart,
  localesOf,
  type TextChange,
  textChange,
} from './effective-texts.ts';
import { problemsOf } from './other-answers.ts';

/**
 * Receives a difference of one situation. `seen` names the set of situations in which it could be visible.
 */
export type Tell = (difference: Difference, seen: string) => void;

/** Receives the name of a set that contains the situation: `form`, `field name`. */
export type See = (seen: string) => void;

export interface TypeComparing {
  readonly compare: (visit: Pick<BothVisit, 'before' | 'after'>, tell: Tell, see: See) => void;
}

export interface Compared {
  readonly before: Version;
  readonly after: Version;
  readonly types: BothTypes;
  /** Receives the positions of changed texts that visitors read. */
  readonly toldText: (places: readonly string[]) => void;
}

/** Creates a comparer. It caches everything that does not depend on the situation. */
export function typeComparing(compared: Compared): TypeComparing {
  const { before, after, types } = compared;
  const [former, now] = [types.before.type, types.after.type];
  const remembered = new Map<string, readonly Difference[]>();
  const once = (key: string, make: () => readonly Difference[]) => {
    const known = remembered.get(key) ?? make();
    remembered.set(key, known);
    return known;
  };
  const handedOn = valuesHandedOn([...types.before.form.rules, ...types.after.form.rules]);
  const blocks = new Map((former.blocks ?? []).map((block) => [block.name, block]));
  const isAskedOtherwise = !isSameJson(conditionsOfSchema(former), conditionsOfSchema(now));
  return {
    compare(visit, tell, see) {
      const { before: one, after: other } = visit;
      if (!isThere(one) || !isThere(other)) return;
      see('form');
      for (const each of once('type', () => ofType(compared))) tell(each, 'form');
      const byName = new Map(one.fields.map((field) => [field.name, field]));
      const names = [...new Set([...other.fields, ...one.fields].map(({ name }) => name))];
      for (const name of names.filter((each) => each !== typeField)) {
        const pair = { one: byName.get(name), other: other.fields.find((field) => field.name === name) };
        compareField(name, pair, tell, see);
      }
      compareBlocks(one, other, tell, see);
      const order = [orderIn(one, other), orderIn(other, one)];
      if (!isSameJson(order[0], order[1])) tell({ kind: 'order' }, 'form');
      const recipients = { ...given('before', one.recipient), ...given('after', other.recipient) };
      if (one.recipient !== other.recipient)
        tell({ kind: 'recipient', ...(handedOn.has('recipient') ? {} : recipients) }, 'form');
      const places = { ...given('before', one.destinations), ...given('after', other.destinations) };
      if (!isSameJson(one.destinations, other.destinations))
        tell({ kind: 'destinations', ...places }, 'form');
      if (isAskedOtherwise && !isSameJson(problemsIn(one, before, former), problemsIn(other, after, now)))
        tell({ kind: 'conditions' }, 'form');
    },
  };

  interface Pair {
    readonly one: FieldPlan | undefined;
    readonly other: FieldPlan | undefined;
  }

  function compareField(name: string, { one, other }: Pair, tell: Tell, see: See): void {
    const [was, is] = [one?.visibility, other?.visibility];
    const kind = standing(was, is);
    // For a change from yes to no, the situations are counted among those in which it was yes.
    const [wasThere, stood] = [
      `${isDrawn(was) ? 'there' : 'not there'} ${name}`,
      `${was ?? 'hidden'} ${name}`,
    ];
    see(wasThere);
    see(stood);
    if (kind !== undefined) tell({ kind, field: name }, isDrawn(was) && isDrawn(is) ? stood : wasThere);
    if (!isDrawn(was) && isDrawn(is)) {
      see(`new ${name}`);
      if (other?.isRequired) tell({ kind: 'field-required', field: name }, `new ${name}`);
    }
    if (one === undefined || other === undefined) return;
    if (!isSameJson(one.preset, other.preset)) tellPreset(one, other, tell, see);
    else see(`sent ${name}`);
    if (was === 'hidden' || is === 'hidden') return;
    const seen = `field ${name}`;
    see(seen);
    for (const each of once(`field ${name}`, () => ofField(compared, one.definition, other.definition)))
      tell(each, seen);
    for (const each of textsOfField(one, other)) tell(each, seen);
    for (const each of standsOtherwise(one, other, handedOn)) tell(each, seen);
    if (one.fixed !== other.fixed) return;
    const wasRequired = `${one.isRequired ? 'required' : 'optional'} ${name}`;
    see(wasRequired);
    if (one.isRequired !== other.isRequired)
      tell({ kind: other.isRequired ? 'required' : 'optional', field: name }, wasRequired);
  }

  function tellPreset(one: FieldPlan, other: FieldPlan, tell: Tell, see: See): void {
    const { name } = other;
    see(`sent ${name}`);
    const isCalculated = one.definition.isCalculated && other.definition.isCalculated;
    const values =
      isCalculated || handedOn.has(`preset ${name}`)
        ? {}
        : { ...given('before', one.preset), ...given('after', other.preset) };
    tell({ kind: isCalculated ? 'calculated' : 'preset', field: name, ...values }, `sent ${name}`);
  }

  /** Compares the label, hint and placeholder of a field, including those that rules choose. */
  function textsOfField(one: FieldPlan, other: FieldPlan): readonly Difference[] {
    const key = JSON.stringify(['texts', one.name, one.label, one.hint, other.label, other.hint]);
    return once(key, () =>
      (['label', 'hint', 'placeholder'] as const).flatMap((part) => {
        const of = (version: Version, type: FormType, field: FieldPlan) => (locale: string) =>
          fieldPart(version, locale, {
            type: type.key,
            definition: field.definition,
            part,
            ruled: ruledText(field, part),
          });
        return changedText(
          compared,
          { kind: part, field: one.name },
          of(before, former, one),
          of(after, now, other),
        );
      }),
    );
  }

  function compareBlocks(one: Plan, other: Plan, tell: Tell, see: See): void {
    const known = new Map((one.blocks ?? []).map((block) => [block.name, block]));
    const all = [...(other.blocks ?? []), ...(one.blocks ?? [])];
    for (const name of new Set(all.map((block) => block.name))) {
      const pair = [known.get(name), other.blocks?.find((block) => block.name === name)] as const;
      const kind = blockStanding(...pair);
      const [was, is] = pair;
      const wasSeen = `${was?.visibility ?? 'hidden'} ${name}`;
      see(wasSeen);
      if (kind !== undefined) tell({ kind, field: name }, wasSeen);
      if (was?.visibility !== 'shown' || is?.visibility !== 'shown') continue;
      see(`block ${name}`);
      const definition = blocks.get(name);
      if (definition === undefined) continue;
      for (const each of once(`block ${name}`, () => ofBlock(compared, definition, is.definition)))
        tell(each, `block ${name}`);
    }
  }
}

function isThere({ isSectionShown, type }: Plan): boolean {
  return isSectionShown && type !== undefined;
}

type Standing = FieldPlan['visibility'] | undefined;

function isDrawn(standing: Standing): boolean {
  return standing !== undefined && standing !== 'hidden';
}

function standing(was: Standing, is: Standing): Difference['kind'] | undefined {
  if (was === is) return undefined;
  if (was === undefined) return is === 'hidden' ? undefined : 'field-added';
  if (is === undefined) return was === 'hidden' ? undefined : 'field-removed';
  if (is === 'hidden') return 'field-hidden';
  if (was === 'hidden') return 'field-shown';
  return is === 'concealed' ? 'field-concealed' : 'field-revealed';
}

function blockStanding(
  was: BlockPlan | undefined,
  is: BlockPlan | undefined,
): Difference['kind'] | undefined {
  const [wasShown, isShown] = [was?.visibility === 'shown', is?.visibility === 'shown'];
  if (wasShown === isShown) return undefined;
  if (isShown) return was === undefined ? 'block-added' : 'block-shown';
  return is === undefined ? 'block-removed' : 'block-hidden';
}

/** Compares the parts of a field's plans that depend on the situation. */
function standsOtherwise(
  one: FieldPlan,
  other: FieldPlan,
  handedOn: ReadonlySet<string>,
): readonly Difference[] {
  const field = one.name;
  const found: Difference[] = [];
  if (one.fixed !== other.fixed) found.push({ kind: other.fixed ?? 'enabled', field });
  const [mark, markNow] = [one, other].map(({ definition }) => definition.requiredMark);
  if (one.isRequired && other.isRequired && mark !== markNow) found.push({ kind: 'look', field });
  return [...found, ...choicesOf(one, other), ...limitsOf(one, other), ...boundsOf(one, other, handedOn)];
}

function choicesOf(one: FieldPlan, other: FieldPlan): readonly Difference[] {
  const field = one.name;
  const [was, is] = [one, other].map(({ options }) => options?.map(({ value }) => value));
  const hidden = [one, other].map(({ options }) => options?.map(({ isDisabled }) => isDisabled === true));
  if (field === officeField && was !== undefined && is !== undefined)
    return isSameJson(was, is) ? [] : [{ kind: 'offices', field }];
  if (isSameJson(was, is))
    return isSameJson(...(hidden as [unknown, unknown])) ? [] : [{ kind: 'choices', field }];
  if (was === undefined || is === undefined || !isOfSchema(one) || !isOfSchema(other))
    return [{ kind: 'choices', field }];
  const gone = was.filter((value) => !is.includes(value));
  const come = is.filter((value) => !was.includes(value));
  if (gone.length + come.length === 0) return [{ kind: 'choices-reordered', field }];
  return [
    ...(gone.length === 0 ? [] : [{ kind: 'choices-removed', field, before: gone } as const]),
    ...(come.length === 0 ? [] : [{ kind: 'choices-added', field, after: come } as const]),
  ];
}

function isOfSchema({ definition: { choices = [] }, options = [] }: FieldPlan): boolean {
  return options.every(({ value }) => choices.includes(value));
}

function limitsOf(one: FieldPlan, other: FieldPlan): readonly Difference[] {
  const [was, is]: readonly UploadLimits[] = [one.limits ?? {}, other.limits ?? {}];
  return (['count', 'bytes', 'types', 'timeoutMs'] as const).flatMap((about): readonly Difference[] => {
    const [before, after] = [was?.[about], is?.[about]];
    if (isSameJson(before, after)) return [];
    const kind =
      about === 'types' ? kindsStrictness(was?.types, is?.types) : strictness(before, after, false);
    return [{ kind, field: one.name, about, ...given('before', before), ...given('after', after) }];
  });
}

function kindsStrictness(
  was: UploadLimits['types'],
  is: UploadLimits['types'],
): 'narrower' | 'wider' | 'limit' {
  if (was === undefined) return 'narrower';
  if (is === undefined) return 'wider';
  const [isLess, isMore] = [was.some((type) => !is.includes(type)), is.some((type) => !was.includes(type))];
  if (isLess && isMore) return 'limit';
  return isLess ? 'narrower' : isMore ? 'wider' : 'limit';
}

function boundsOf(one: FieldPlan, other: FieldPlan, handedOn: ReadonlySet<string>): readonly Difference[] {
  const [was, is] = [one.bounds ?? {}, other.bounds ?? {}];
  return (['minimum', 'maximum', 'equals'] as const).flatMap((end): readonly Difference[] => {
    const [before, after] = [was[end], is[end]];
    if (before === after) return [];
    const isEqual = end === 'equals' && before !== undefined && after !== undefined;
    const kind = isEqual ? 'limit' : strictness(before, after, end === 'minimum');
    const about = one.definition.temporal && end !== 'equals' ? `${end}-day` : `bound-${end}`;
    const values = handedOn.has(`bound ${one.name} ${end}`)
      ? {}
      : { ...given('before', before), ...given('after', after) };
    return [{ kind, field: one.name, about, ...values }];
  });
}

/**
 * Returns the keys of values that rules read from pages and answers. Such values depend on the situation, so
 * that differences do not name them.
 */
function valuesHandedOn(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(
    rules.flatMap(({ then: { preset = {}, bound = {}, recipient } }) => [
      ...Object.entries(preset).flatMap(([name, value]) => (isOperation(value) ? [`preset ${name}`] : [])),
      ...Object.entries(bound).flatMap(([name, ends]) =>
        Object.entries(ends).flatMap(([end, value]) => (isOperation(value) ? [`bound ${name} ${end}`] : [])),
      ),
      ...(isOperation(recipient) ? ['recipient'] : []),
    ]),
  );
}

/**
 * Returns the key of the text that a rule chose. The forms are resolved without texts, so that the plan
 * contains the key instead of the text.
 */
function ruledText({ because, definition, ...field }: FieldPlan, part: 'label' | 'hint' | 'placeholder') {
  if (part === 'placeholder' || because.texts.length === 0) return undefined;
  const own = part === 'label' ? (definition.title ?? definition.name) : definition.hint;
  return field[part] === own ? undefined : field[part];
}

function changedText(
  { before, after, toldText }: Pick<Compared, 'before' | 'after' | 'toldText'>,
  difference: Difference,
  one: (locale: string) => EffectiveText | undefined,
  other: (locale: string) => EffectiveText | undefined,
): readonly Difference[] {
  const change = textChange(commonLocales(before, after), one, other);
  if (change === undefined) return [];
  toldText(change.places);
  return [{ ...difference, ...saidOf(change) }];
}

/** Returns the languages of both versions, in the order of the new one. */
export function commonLocales(before: Version, after: Version): readonly string[] {
  const former = localesOf(before);
  return localesOf(after).filter((locale) => former.includes(locale));
}

export function saidOf({
  locales,
  before,
  after,
}: TextChange): Pick<Difference, 'locales' | 'before' | 'after'> {
  return { locales, before, after };
}

/**
 * Compares the parts of a field that are the same in every situation: accepted answers, widget, appearance
 * and the names of choices.
 */
function ofField(compared: Compared, one: FieldDefinition, other: FieldDefinition): readonly Difference[] {
  const { before, after, types } = compared;
  const [former, now] = [types.before.type, types.after.type];
  const { name } = one;
  const judged = (version: Version, type: FormType) => ({ type, check: version.checkOf(type.key) });
  const isDrawnOtherwise = widgetOf(one) !== widgetOf(other);
  const looks = !isDrawnOtherwise && !isSameJson(lookOf(one, former), lookOf(other, now));
  const inBoth = (one.choices ?? []).filter((value) => other.choices?.includes(value));
  return [
    ...answerDifferences(name, judged(before, former), judged(after, now)),
    ...(isDrawnOtherwise
      ? [{ kind: 'widget', field: name, before: widgetOf(one), after: widgetOf(other) } as const]
      : []),
    ...(looks ? [{ kind: 'look', field: name } as const] : []),
    ...inBoth.flatMap((value) =>
      changedText(
        compared,
        { kind: 'choices-renamed', field: name, about: String(value) },
        (locale) => choiceText(before, locale, { type: former.key, definition: one, value }),
        (locale) => choiceText(after, locale, { type: now.key, definition: other, value }),
      ),
    ),
    ...(isSameJson(one.branchChoices, other.branchChoices)
      ? []
      : [{ kind: 'choices', field: name } as const]),
  ];
}

function widgetOf({ ownField, ownWidget, widget }: FieldDefinition): string {
  return ownField ?? ownWidget ?? widget;
}

/** Returns the appearance of a field, except its widget and its own texts. */
function lookOf(definition: FieldDefinition, type: FormType): unknown {
  const { isWide, rows, autocomplete, inputMode, suggestions } = definition;
  const { uiSchema } = type;
  const inner =
    definition.kind === 'json' ? [saidInside(type, definition.name), uiSchema[definition.name]] : [];
  return sorted([isWide, rows, autocomplete, inputMode, suggestions, inner]);
}

function ofType(compared: Compared): readonly Difference[] {
  const { before, after, types } = compared;
  const [former, now] = [types.before.type, types.after.type];
  const submit = (version: Version, type: FormType) => (locale: string) =>
    effectiveText(version, locale, [type.submitLabel]) ?? { text: type.submitLabel };
  const steps = (type: FormType) => (type.steps ?? []).map(({ name, fields }) => [name, fields]);
  const stepNames = (now.steps ?? []).map(({ name }) => name);
  const links = (version: Version, type: FormType) => (locale: string) => {
    const labels = type.links.map(({ label }) => effectiveText(version, locale, [label]));
    return {
      text: JSON.stringify(type.links.map(({ href, label }, at) => [href, labels[at]?.text ?? label])),
    };
  };
  const isLinked = textChange(commonLocales(before, after), links(before, former), links(after, now));
  if (isLinked) compared.toldText(placesOfLinks(compared));
  return [
    ...changedText(compared, { kind: 'submit' }, submit(before, former), submit(after, now)),
    ...(isLinked ? [{ kind: 'links', locales: isLinked.locales } as const] : []),
    ...(isSameJson(steps(former), steps(now)) ? [] : [{ kind: 'steps' } as const]),
    ...(isSameJson(former.visitor, now.visitor) ? [] : [{ kind: 'reply' } as const]),
    ...(isSameJson(former.resume, now.resume) ? [] : [{ kind: 'resume' } as const]),
    ...(former.receipt === now.receipt
      ? []
      : [{ kind: now.receipt ? 'receipt-given' : 'receipt-gone' } as const]),
    ...stepNames.flatMap((name) =>
      (['title', 'text'] as const).flatMap((part) =>
        (former.steps ?? []).some((step) => step.name === name)
          ? changedText(
              compared,
              { kind: 'steps', field: name, about: part },
              (locale) => effectiveText(before, locale, textKeys(former.key, `steps.${name}.${part}`)),
              (locale) => effectiveText(after, locale, textKeys(now.key, `steps.${name}.${part}`)),
            )
          : [],
      ),
    ),
  ];
}

function placesOfLinks({ before, after, types }: Compared): readonly string[] {
  const keys = [...types.before.type.links, ...types.after.type.links].map(({ label }) => label);
  return commonLocales(before, after).flatMap((locale) => keys.map((key) => `${locale} ${key}`));
}

function ofBlock(compared: Compared, one: BlockDefinition, other: BlockDefinition): readonly Difference[] {
  const { before, after, types } = compared;
  const { before: _one, ...drawn } = one;
  const { before: _other, ...drawnNow } = other;
  const { name } = other;
  return [
    ...(isSameJson(drawn, drawnNow) ? [] : [{ kind: 'look', field: name } as const]),
    ...blockPartNames.flatMap((part) =>
      changedText(
        compared,
        { kind: 'block', field: name, about: part },
        (locale) => effectiveText(before, locale, textKeys(types.before.type.key, `blocks.${name}.${part}`)),
        (locale) => effectiveText(after, locale, textKeys(types.after.type.key, `blocks.${name}.${part}`)),
      ),
    ),
  ];
}

/** Returns the names of the fields and blocks that are visible in both plans, in the order of the first. */
function orderIn(plan: Plan, other: Plan): readonly string[] {
  const isDrawn = (name: string, { fields, blocks = [] }: Plan) =>
    fields.some((field) => field.name === name && field.visibility !== 'hidden') ||
    blocks.some((block) => block.name === name && block.visibility === 'shown');
  const { fields, blocks = [] } = plan;
  const before = (name: string | undefined) =>
    blocks.filter(({ definition }) => definition.before === name).map((block) => block.name);
  const all = [...fields.flatMap(({ name }) => [...before(name), name]), ...before(undefined)];
  return all.filter((name) => isDrawn(name, plan) && isDrawn(name, other));
}

/** Returns the problems that the conditions of the schema report for the current values. */
function problemsIn({ values }: Plan, { checkOf }: Version, { key }: FormType): Json {
  const { [typeField]: _type, ...own } = values;
  return problemsOf(own, { check: checkOf(key) });
}
