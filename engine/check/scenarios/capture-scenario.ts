import { isSameJson } from '../../json-schema/values.ts';
import { isSameId } from '../../model/ids.ts';
import { typeField } from '../../model/names.ts';
import type { FieldPlan, Form, Json, Plan, Situation } from '../../model/types.ts';
import {
  addItems,
  describeOfferedItems,
  describePresetSituation,
  type GetItemName,
  listOfferedKinds,
  type NamedItems,
  nameItems,
  type PresetDocument,
  pickNamedItems,
  removablePresetKeys,
  usualPresetValues,
} from '../../preset/check.ts';
import { itemField } from '../../preset/model.ts';
import { resolvePiped } from '../../resolve/piping.ts';
import type { Expectations, Scenario, ScenarioDocument, ScenarioSituation } from './scenario.ts';
import { toScenarioSituation } from './scenario-situation.ts';

/**
 * A captured scenario, with the items of the narrowed list that it names and the document does not contain.
 */
export interface CapturedScenario extends PresetDocument {
  readonly scenario: Omit<Scenario, 'name'>;
}

/**
 * Returns a situation and its plan as a scenario. It contains only values that differ from the usual ones of
 * the document and that make a difference. The page, the preselected and the chosen item of the narrowed
 * list, and the chosen type are included even if they make none. Items are replaced by equivalent ones of the
 * document if possible. The document is not changed.
 */
export function captureScenario({
  form,
  document,
  situation,
}: {
  readonly form: Form;
  readonly document: ScenarioDocument;
  readonly situation: Situation;
}): CapturedScenario {
  const wanted = serializeOutcome(resolvePiped(form, situation));
  const written = createScenarioDraft(form, document, situation, 'like');
  const whole = written.hasOutcome(wanted) ? written : createScenarioDraft(form, document, situation, 'own');
  const reduced = removeValuesWithoutEffect(whole, wanted);
  const { plan } = reduced;
  return {
    scenario: { on: reduced.on, expect: describePlan(form, whole.document, plan) },
    ...pickNamedItems(reduced.on, whole.added),
  };
}

/** A scenario that is being shortened. */
interface ScenarioDraft {
  /** The situation, in the terms of scenarios. */
  readonly on: ScenarioSituation;
  readonly plan: Plan;
  /** The document with the added items. */
  readonly document: ScenarioDocument;
  /** The items of the narrowed list that were added to the document, by name. */
  readonly added: NamedItems;
  /** Returns true if the plan has this outcome, a result of `serializeOutcome`. */
  readonly hasOutcome: (key: string) => boolean;
  /** Returns a draft of another situation, with its plan. */
  readonly withSituation: (on: ScenarioSituation) => ScenarioDraft;
}

/**
 * Returns a draft that describes a situation in the terms of scenarios, with the plan in this situation. With
 * `like`, items of the document replace those that rules treat alike; with `own`, all items are added.
 */
function createScenarioDraft(
  form: Form,
  document: ScenarioDocument,
  situation: Situation,
  naming: 'like' | 'own',
): ScenarioDraft {
  const { getName, added } = nameItems(document, situation, naming);
  const known = addItems(document, added);
  /** Returns the draft of a situation, with its plan. */
  const createDraft = (on: ScenarioSituation): ScenarioDraft => {
    const plan = resolvePiped(form, toScenarioSituation(form, known, on));
    return {
      on,
      plan,
      added,
      document: known,
      hasOutcome: (key) => serializeOutcome(plan) === key,
      withSituation: createDraft,
    };
  };
  return createDraft(describeSituation(form, document, situation, getName));
}

/**
 * Returns a draft without the values that do not change the outcome: those under `removableKeys`, and single
 * entered values. They are tried one after the other.
 * @param outcome The result of `serializeOutcome` that must stay the same.
 */
function removeValuesWithoutEffect(draft: ScenarioDraft, outcome: string): ScenarioDraft {
  let current = draft;
  /** Makes another situation the current draft if its outcome is the same. */
  const replaceIfOutcomeIsSame = (on: ScenarioSituation) => {
    const other = current.withSituation(on);
    if (other.hasOutcome(outcome)) current = other;
  };
  for (const word of removableKeys) {
    const { [word]: gone, ...rest } = current.on;
    if (gone !== undefined) replaceIfOutcomeIsSame(rest);
  }
  for (const name of Object.keys(current.on.entered ?? {})) {
    const { [name]: _gone, ...entered } = current.on.entered ?? {};
    const { entered: _all, ...rest } = current.on;
    replaceIfOutcomeIsSame(Object.keys(entered).length === 0 ? rest : { ...rest, entered });
  }
  return current;
}

/** The keys of a scenario's situation that may be left out, in the order in which that is tried. */
const removableKeys = [
  'today',
  'locale',
  ...removablePresetKeys.beforeLists,
  'lists',
  ...removablePresetKeys.afterLists,
  'types',
] as const;

/**
 * Returns a situation in the terms of scenarios, with the keys in the order in which people write them.
 * Values that are the usual ones of the document are left out. An entered type or item of the narrowed list
 * that does not exist is left out too.
 * @param getName Returns the name of an item in the document.
 */
function describeSituation(
  form: Form,
  { usual }: ScenarioDocument,
  situation: Situation,
  getName: GetItemName,
): ScenarioSituation {
  const { content, locale, today } = situation;
  const { lists } = content;
  const preset = describePresetSituation(situation, getName);
  const { [typeField]: typeId, ...others } = preset.otherValues;
  const type = form.types.find(({ id }) => typeId !== undefined && isSameId(id, typeId as string));
  const words: ScenarioSituation = {
    ...preset.page,
    types: (content.enquiryTypes ?? []).map(
      (each) => form.types.find(({ id }) => isSameId(id, each.id))?.key ?? { id: each.id, name: each.name },
    ),
    ...preset.content,
    ...(lists && Object.keys(lists).length > 0 && { lists }),
    locale,
    today,
    ...(type && { type: type.key }),
    ...preset.chosen,
    ...(Object.keys(others).length > 0 && { entered: others }),
  };
  /** Returns true if a value is the usual one of its key. */
  const isUsual = (word: string, value: unknown) =>
    isSameJson(value, (usual as Readonly<Record<string, unknown>>)[word] ?? defaults[word]);
  return Object.fromEntries(Object.entries(words).filter(([word, value]) => !isUsual(word, value)));
}

/** The usual values of a document that specifies none. */
const defaults: Readonly<Record<string, unknown>> = { ...usualPresetValues };

/**
 * Returns a text that is equal for plans with the same decisions. Items of the narrowed list are compared by
 * the properties that rules read, because a scenario contains other items.
 */
function serializeOutcome(plan: Plan): string {
  const { isSectionShown, type, fields, recipient, destinations, unknownTypes } = plan;
  return JSON.stringify([
    isSectionShown,
    type?.key,
    recipient,
    destinations,
    unknownTypes,
    listOfferedKinds(plan),
    fields[0]?.options?.map(({ value }) => String(value)),
    fields.map(({ name, visibility, isRequired, fixed, limits, bounds, preset }) => [
      name,
      visibility,
      isRequired,
      fixed,
      limits,
      bounds,
      name === itemField || name === typeField ? null : preset,
    ]),
  ]);
}

/**
 * Returns the expectations that a plan meets, about fields that are not hidden and without texts. Empty ones
 * are left out, except `type` and `fields`; for a hidden section there is only `section`.
 */
function describePlan(form: Form, document: ScenarioDocument, plan: Plan): Expectations {
  if (!plan.isSectionShown) return { section: 'hidden' };
  const [first, ...fields] = plan.fields;
  const there = fields.filter(({ visibility }) => visibility !== 'hidden');
  /** Returns the names of the matching fields that are not hidden. */
  const listNames = (matches: (field: FieldPlan) => boolean) => there.filter(matches).map(({ name }) => name);
  /** Returns a value of each field that is not hidden, by its name. Undefined values are left out. */
  const mapFields = <Value>(
    getValue: (field: FieldPlan) => Value | undefined,
  ): Readonly<Record<string, Value>> =>
    Object.fromEntries(
      there.flatMap((field) => {
        const value = getValue(field);
        return value === undefined ? [] : [[field.name, value]];
      }),
    );
  const keys = first?.options?.map(
    ({ value }) => form.types.find(({ id }) => isSameId(id, value))?.key ?? String(value),
  );
  const all: Expectations = {
    ...(keys && { types: keys }),
    type: plan.type?.key ?? null,
    ...describeOfferedItems(document, plan),
    fields: there.map(({ name }) => name),
    concealed: listNames(({ visibility }) => visibility === 'concealed'),
    required: listNames(({ isRequired }) => isRequired),
    disabled: listNames(({ fixed }) => fixed === 'disabled'),
    readonly: listNames(({ fixed }) => fixed === 'readonly'),
    presets: mapFields(({ name, preset }) => (name === itemField ? undefined : (preset as Json | undefined))),
    limits: mapFields(({ limits }) => limits),
    bounds: mapFields(({ bounds }) => bounds),
    ...(plan.recipient !== undefined && { recipient: String(plan.recipient) }),
    ...(plan.destinations && { destinations: plan.destinations }),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([word, value]) => requiredKeys.includes(word) || !isEmptyListOrObject(value)),
  );
}

/** The expectations that are written even if they are empty. */
const requiredKeys = ['type', 'fields'];

function isEmptyListOrObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
