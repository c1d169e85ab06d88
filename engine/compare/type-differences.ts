import { isOperation } from '../conditions/condition.ts';
import { isSameJson } from '../json-schema/values.ts';
import { blockPartNames } from '../model/blocks.ts';
import { typeField } from '../model/names.ts';
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
} from '../model/types.ts';
import { itemKinds } from '../preset/compare.ts';
import { itemField } from '../preset/model.ts';
import { listTextKeys } from '../texts/texts.ts';
import {
  compareAcceptedAnswers,
  compareStrictness,
  extractSchemaConditions,
  includeDefined,
  listInnerTexts,
  sortKeys,
} from './accepted-answers.ts';
import type { ComparedVisit } from './compared-visits.ts';
import type { Version, VersionDifference } from './consequence.ts';
import { listConditionProblems } from './distinguishing-answers.ts';
import {
  compareText,
  type EffectiveText,
  findEffectiveFieldText,
  findEffectiveText,
  getChoiceText,
  listLocales,
  type TextChange,
} from './effective-texts.ts';
import type { TypePair } from './type-pairs.ts';

/**
 * Receives a difference of one situation. `seen` names the set of situations in which it could be visible.
 */
export type ReportDifference = (difference: VersionDifference, seen: string) => void;

/** Receives the name of a set that contains the situation: `form`, `field name`. */
export type MarkVisible = (seen: string) => void;

export interface TypeComparer {
  /** Calls `tell` with each difference between the plans of a visit, and `see` with each set it is in. */
  readonly compare: (
    visit: Pick<ComparedVisit, 'before' | 'after'>,
    tell: ReportDifference,
    see: MarkVisible,
  ) => void;
}

export interface TypeComparison {
  readonly before: Version;
  readonly after: Version;
  readonly types: TypePair;
  /** Receives the positions of changed texts that visitors read. */
  readonly markTextsRead: (places: readonly string[]) => void;
}

/**
 * Creates a comparer for the plans of a type; it reports nothing unless both plans show the form. It caches
 * everything that does not depend on the situation.
 */
export function createTypeComparer(compared: TypeComparison): TypeComparer {
  const { before, after, types } = compared;
  const [former, now] = [types.before.type, types.after.type];
  const cache = new Map<string, readonly VersionDifference[]>();
  /** Returns the differences cached under a key. `make` is called only for a new key. */
  const memoize = (key: string, make: () => readonly VersionDifference[]) => {
    const known = cache.get(key) ?? make();
    cache.set(key, known);
    return known;
  };
  const variableValues = findVariableValues([...types.before.form.rules, ...types.after.form.rules]);
  const blocks = new Map((former.blocks ?? []).map((block) => [block.name, block]));
  const isAskedOtherwise = !isSameJson(extractSchemaConditions(former), extractSchemaConditions(now));
  return {
    compare(visit, report, markVisible) {
      const { before: one, after: other } = visit;
      if (!isFormShown(one) || !isFormShown(other)) return;
      markVisible('form');
      for (const each of memoize('type', () => compareTypeDefinitions(compared))) report(each, 'form');
      const byName = new Map(one.fields.map((field) => [field.name, field]));
      const names = [...new Set([...other.fields, ...one.fields].map(({ name }) => name))];
      for (const name of names.filter((each) => each !== typeField)) {
        const pair = { one: byName.get(name), other: other.fields.find((field) => field.name === name) };
        compareField(name, pair, report, markVisible);
      }
      compareBlocks(one, other, report, markVisible);
      const order = [listCommonOrder(one, other), listCommonOrder(other, one)];
      if (!isSameJson(order[0], order[1])) report({ kind: 'order' }, 'form');
      const recipients = {
        ...includeDefined('before', one.recipient),
        ...includeDefined('after', other.recipient),
      };
      if (one.recipient !== other.recipient)
        report({ kind: 'recipient', ...(variableValues.has('recipient') ? {} : recipients) }, 'form');
      const places = {
        ...includeDefined('before', one.destinations),
        ...includeDefined('after', other.destinations),
      };
      if (!isSameJson(one.destinations, other.destinations))
        report({ kind: 'destinations', ...places }, 'form');
      if (
        isAskedOtherwise &&
        !isSameJson(listPlanProblems(one, before, former), listPlanProblems(other, after, now))
      )
        report({ kind: 'conditions' }, 'form');
    },
  };

  /** The plans of a field in both versions; undefined in a version without it. */
  interface Pair {
    readonly one: FieldPlan | undefined;
    readonly other: FieldPlan | undefined;
  }

  /** Reports the differences of one field, each with the set of situations in which it could be visible. */
  function compareField(
    name: string,
    { one, other }: Pair,
    report: ReportDifference,
    markVisible: MarkVisible,
  ): void {
    const [was, is] = [one?.visibility, other?.visibility];
    const kind = compareVisibility(was, is);
    // For a change from yes to no, the situations are counted among those in which it was yes.
    const [wasThere, formerVisibility] = [
      `${isVisible(was) ? 'there' : 'not there'} ${name}`,
      `${was ?? 'hidden'} ${name}`,
    ];
    markVisible(wasThere);
    markVisible(formerVisibility);
    if (kind !== undefined)
      report({ kind, field: name }, isVisible(was) && isVisible(is) ? formerVisibility : wasThere);
    if (!isVisible(was) && isVisible(is)) {
      markVisible(`new ${name}`);
      if (other?.isRequired) report({ kind: 'field-required', field: name }, `new ${name}`);
    }
    if (one === undefined || other === undefined) return;
    if (!isSameJson(one.preset, other.preset)) reportChangedPreset(one, other, report, markVisible);
    else markVisible(`sent ${name}`);
    if (was === 'hidden' || is === 'hidden') return;
    const seen = `field ${name}`;
    markVisible(seen);
    for (const each of memoize(`field ${name}`, () =>
      compareFieldDefinitions(compared, one.definition, other.definition),
    ))
      report(each, seen);
    for (const each of compareFieldTexts(one, other)) report(each, seen);
    for (const each of compareFieldPlans(one, other, variableValues)) report(each, seen);
    if (one.fixed !== other.fixed) return;
    const wasRequired = `${one.isRequired ? 'required' : 'optional'} ${name}`;
    markVisible(wasRequired);
    if (one.isRequired !== other.isRequired)
      report({ kind: other.isRequired ? 'required' : 'optional', field: name }, wasRequired);
  }

  /** Reports that a field starts with or calculates another value, with both values if they are constants. */
  function reportChangedPreset(
    one: FieldPlan,
    other: FieldPlan,
    report: ReportDifference,
    markVisible: MarkVisible,
  ): void {
    const { name } = other;
    markVisible(`sent ${name}`);
    const isCalculated = one.definition.isCalculated && other.definition.isCalculated;
    const values =
      isCalculated || variableValues.has(`preset ${name}`)
        ? {}
        : { ...includeDefined('before', one.preset), ...includeDefined('after', other.preset) };
    report({ kind: isCalculated ? 'calculated' : 'preset', field: name, ...values }, `sent ${name}`);
  }

  /** Compares the label, hint and placeholder of a field, including those that rules choose. */
  function compareFieldTexts(one: FieldPlan, other: FieldPlan): readonly VersionDifference[] {
    const key = JSON.stringify(['texts', one.name, one.label, one.hint, other.label, other.hint]);
    return memoize(key, () =>
      (['label', 'hint', 'placeholder'] as const).flatMap((part) => {
        /** Returns a function that returns the text of a field in a language, or undefined. */
        const createLookup = (version: Version, type: FormType, field: FieldPlan) => (locale: string) =>
          findEffectiveFieldText(version, locale, {
            type: type.key,
            definition: field.definition,
            part,
            ruled: findRuleTextKey(field, part),
          });
        return compareTextOfVersions(
          compared,
          { kind: part, field: one.name },
          createLookup(before, former, one),
          createLookup(after, now, other),
        );
      }),
    );
  }

  /** Reports the differences of all blocks of both plans, each with the set in which it could be visible. */
  function compareBlocks(one: Plan, other: Plan, report: ReportDifference, markVisible: MarkVisible): void {
    const known = new Map((one.blocks ?? []).map((block) => [block.name, block]));
    const all = [...(other.blocks ?? []), ...(one.blocks ?? [])];
    for (const name of new Set(all.map((block) => block.name))) {
      const pair = [known.get(name), other.blocks?.find((block) => block.name === name)] as const;
      const kind = compareBlockVisibility(...pair);
      const [was, is] = pair;
      const wasSeen = `${was?.visibility ?? 'hidden'} ${name}`;
      markVisible(wasSeen);
      if (kind !== undefined) report({ kind, field: name }, wasSeen);
      if (was?.visibility !== 'shown' || is?.visibility !== 'shown') continue;
      markVisible(`block ${name}`);
      const definition = blocks.get(name);
      if (definition === undefined) continue;
      for (const each of memoize(`block ${name}`, () =>
        compareBlockDefinitions(compared, definition, is.definition),
      ))
        report(each, `block ${name}`);
    }
  }
}

/** Returns true if a plan shows the form with a type. */
function isFormShown({ isSectionShown, type }: Plan): boolean {
  return isSectionShown && type !== undefined;
}

type OptionalVisibility = FieldPlan['visibility'] | undefined;

/** Returns true if visitors or screen readers get a field: `shown` or `concealed`. */
function isVisible(visibility: OptionalVisibility): boolean {
  return visibility !== undefined && visibility !== 'hidden';
}

/**
 * Returns the kind of the difference between two visibilities, or undefined if nothing changes for visitors.
 */
function compareVisibility(
  was: OptionalVisibility,
  is: OptionalVisibility,
): VersionDifference['kind'] | undefined {
  if (was === is) return undefined;
  if (was === undefined) return is === 'hidden' ? undefined : 'field-added';
  if (is === undefined) return was === 'hidden' ? undefined : 'field-removed';
  if (is === 'hidden') return 'field-hidden';
  if (was === 'hidden') return 'field-shown';
  return is === 'concealed' ? 'field-concealed' : 'field-revealed';
}

/**
 * Returns the kind of the difference between the visibilities of a block, or undefined if it is shown in both
 * plans or in none. An undefined plan means that the version has no such block.
 */
function compareBlockVisibility(
  was: BlockPlan | undefined,
  is: BlockPlan | undefined,
): VersionDifference['kind'] | undefined {
  const [wasShown, isShown] = [was?.visibility === 'shown', is?.visibility === 'shown'];
  if (wasShown === isShown) return undefined;
  if (isShown) return was === undefined ? 'block-added' : 'block-shown';
  return is === undefined ? 'block-removed' : 'block-hidden';
}

/**
 * Compares the parts of a field's plans that depend on the situation: disabling, the mark of required fields,
 * options, upload limits and bounds.
 * @param variableValues The result of `findVariableValues`.
 */
function compareFieldPlans(
  one: FieldPlan,
  other: FieldPlan,
  variableValues: ReadonlySet<string>,
): readonly VersionDifference[] {
  const field = one.name;
  const found: VersionDifference[] = [];
  if (one.fixed !== other.fixed) found.push({ kind: other.fixed ?? 'enabled', field });
  const [mark, markNow] = [one, other].map(({ definition }) => definition.requiredMark);
  if (one.isRequired && other.isRequired && mark !== markNow) found.push({ kind: 'look', field });
  return [
    ...found,
    ...compareChoices(one, other),
    ...compareUploadLimits(one, other),
    ...compareBounds(one, other, variableValues),
  ];
}

/**
 * Returns the differences between the options of a field: removed, added, reordered or changed in another
 * way. Only options of the schema are named; other items of the narrowed list are one difference, other options
 * of content too.
 */
function compareChoices(one: FieldPlan, other: FieldPlan): readonly VersionDifference[] {
  const field = one.name;
  const [was, is] = [one, other].map(({ options }) => options?.map(({ value }) => value));
  const disabled = [one, other].map(({ options }) => options?.map(({ isDisabled }) => isDisabled === true));
  if (field === itemField && was !== undefined && is !== undefined)
    return isSameJson(was, is) ? [] : [{ kind: itemKinds.changed, field }];
  if (isSameJson(was, is))
    return isSameJson(...(disabled as [unknown, unknown])) ? [] : [{ kind: 'choices', field }];
  if (was === undefined || is === undefined || !hasOnlySchemaChoices(one) || !hasOnlySchemaChoices(other))
    return [{ kind: 'choices', field }];
  const gone = was.filter((value) => !is.includes(value));
  const come = is.filter((value) => !was.includes(value));
  if (gone.length + come.length === 0) return [{ kind: 'choices-reordered', field }];
  return [
    ...(gone.length === 0 ? [] : [{ kind: 'choices-removed', field, before: gone } as const]),
    ...(come.length === 0 ? [] : [{ kind: 'choices-added', field, after: come } as const]),
  ];
}

/** Returns true if all options of a field are choices of its schema, also without options. */
function hasOnlySchemaChoices({ definition: { choices = [] }, options = [] }: FieldPlan): boolean {
  return options.every(({ value }) => choices.includes(value));
}

/**
 * Returns a difference for each limit of an upload field that differs: number, size, media types and timeout.
 */
function compareUploadLimits(one: FieldPlan, other: FieldPlan): readonly VersionDifference[] {
  const [was, is]: readonly UploadLimits[] = [one.limits ?? {}, other.limits ?? {}];
  return (['count', 'bytes', 'types', 'timeoutMs'] as const).flatMap(
    (about): readonly VersionDifference[] => {
      const [before, after] = [was?.[about], is?.[about]];
      if (isSameJson(before, after)) return [];
      const kind =
        about === 'types'
          ? compareMediaTypes(was?.types, is?.types)
          : compareStrictness(before, after, false);
      return [
        {
          kind,
          field: one.name,
          about,
          ...includeDefined('before', before),
          ...includeDefined('after', after),
        },
      ];
    },
  );
}

/**
 * Returns `wider` if types were only added, `narrower` if they were only removed, else `limit`. No list of
 * types means that all are accepted.
 */
function compareMediaTypes(
  was: UploadLimits['types'],
  is: UploadLimits['types'],
): 'narrower' | 'wider' | 'limit' {
  if (was === undefined) return 'narrower';
  if (is === undefined) return 'wider';
  const [isLess, isMore] = [was.some((type) => !is.includes(type)), is.some((type) => !was.includes(type))];
  if (isLess && isMore) return 'limit';
  return isLess ? 'narrower' : isMore ? 'wider' : 'limit';
}

/** Returns a difference for each bound of a field that differs, with both bounds unless they are variable. */
function compareBounds(
  one: FieldPlan,
  other: FieldPlan,
  variableValues: ReadonlySet<string>,
): readonly VersionDifference[] {
  const [was, is] = [one.bounds ?? {}, other.bounds ?? {}];
  return (['minimum', 'maximum', 'equals'] as const).flatMap((end): readonly VersionDifference[] => {
    const [before, after] = [was[end], is[end]];
    if (before === after) return [];
    const isEqual = end === 'equals' && before !== undefined && after !== undefined;
    const kind = isEqual ? 'limit' : compareStrictness(before, after, end === 'minimum');
    const about = one.definition.temporal && end !== 'equals' ? `${end}-day` : `bound-${end}`;
    const values = variableValues.has(`bound ${one.name} ${end}`)
      ? {}
      : { ...includeDefined('before', before), ...includeDefined('after', after) };
    return [{ kind, field: one.name, about, ...values }];
  });
}

/**
 * Returns the presets, bounds and recipients that rules read from facts: `preset boat`, `bound start
 * minimum`, `recipient`. Such values depend on the situation, so that differences do not contain them.
 */
function findVariableValues(rules: readonly Rule[]): ReadonlySet<string> {
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
 * Returns the key of the text that a rule chose, or undefined if none did; a placeholder is never chosen by a
 * rule. The forms are resolved without texts, so that the plan contains the key instead of the text.
 */
function findRuleTextKey(
  { because, definition, ...field }: FieldPlan,
  part: 'label' | 'hint' | 'placeholder',
) {
  if (part === 'placeholder' || because.texts.length === 0) return undefined;
  const own = part === 'label' ? (definition.title ?? definition.name) : definition.hint;
  return field[part] === own ? undefined : field[part];
}

/**
 * Returns the difference with the changed texts if a text differs in any language of both versions, else
 * nothing. Marks these texts as read.
 */
function compareTextOfVersions(
  { before, after, markTextsRead }: Pick<TypeComparison, 'before' | 'after' | 'markTextsRead'>,
  difference: VersionDifference,
  one: (locale: string) => EffectiveText | undefined,
  other: (locale: string) => EffectiveText | undefined,
): readonly VersionDifference[] {
  const change = compareText(listCommonLocales(before, after), one, other);
  if (change === undefined) return [];
  markTextsRead(change.places);
  return [{ ...difference, ...toTextDifference(change) }];
}

/** Returns the languages of both versions, in the order of the new one. */
export function listCommonLocales(before: Version, after: Version): readonly string[] {
  const former = listLocales(before);
  return listLocales(after).filter((locale) => former.includes(locale));
}

/** Returns a change of a text without the positions of the texts. */
export function toTextDifference({
  locales,
  before,
  after,
}: TextChange): Pick<VersionDifference, 'locales' | 'before' | 'after'> {
  return { locales, before, after };
}

/**
 * Compares the parts of a field that are the same in every situation: accepted answers, widget, appearance
 * and the names of choices.
 */
function compareFieldDefinitions(
  compared: TypeComparison,
  one: FieldDefinition,
  other: FieldDefinition,
): readonly VersionDifference[] {
  const { before, after, types } = compared;
  const [former, now] = [types.before.type, types.after.type];
  const { name } = one;
  const toJudgedType = (version: Version, type: FormType) => ({ type, check: version.getCheck(type.key) });
  const isDrawnOtherwise = getDrawingComponent(one) !== getDrawingComponent(other);
  const looks = !isDrawnOtherwise && !isSameJson(getAppearance(one, former), getAppearance(other, now));
  const inBoth = (one.choices ?? []).filter((value) => other.choices?.includes(value));
  return [
    ...compareAcceptedAnswers(name, toJudgedType(before, former), toJudgedType(after, now)),
    ...(isDrawnOtherwise
      ? [
          {
            kind: 'widget',
            field: name,
            before: getDrawingComponent(one),
            after: getDrawingComponent(other),
          } as const,
        ]
      : []),
    ...(looks ? [{ kind: 'look', field: name } as const] : []),
    ...inBoth.flatMap((value) =>
      compareTextOfVersions(
        compared,
        { kind: 'choices-renamed', field: name, about: String(value) },
        (locale) => getChoiceText(before, locale, { type: former.key, definition: one, value }),
        (locale) => getChoiceText(after, locale, { type: now.key, definition: other, value }),
      ),
    ),
    ...(isSameJson(one.branchChoices, other.branchChoices)
      ? []
      : [{ kind: 'choices', field: name } as const]),
  ];
}

/** Returns the name of the program's own component or of the widget that draws a field. */
function getDrawingComponent({ ownField, ownWidget, widget }: FieldDefinition): string {
  return ownField ?? ownWidget ?? widget;
}

/** Returns the appearance of a field, except its widget and its own texts. */
function getAppearance(definition: FieldDefinition, type: FormType): unknown {
  const { isWide, widgetProperties, autocomplete, inputMode, suggestions } = definition;
  const { uiSchema } = type;
  const inner =
    definition.kind === 'json' ? [listInnerTexts(type, definition.name), uiSchema[definition.name]] : [];
  return sortKeys([isWide, widgetProperties, autocomplete, inputMode, suggestions, inner]);
}

/**
 * Compares the parts of a type that are the same in every situation: submit button, links, steps, the fields
 * that identify the visitor, resuming and the receipt. Marks the changed texts among them as read.
 */
function compareTypeDefinitions(compared: TypeComparison): readonly VersionDifference[] {
  const { before, after, types } = compared;
  const [former, now] = [types.before.type, types.after.type];
  /**
   * Returns a function that returns the text of the submit button in a language, or its key if there is none.
   */
  const createSubmitLookup = (version: Version, type: FormType) => (locale: string) =>
    findEffectiveText(version, locale, [type.submitLabel]) ?? { text: type.submitLabel };
  /** Returns each step of a type with its fields. */
  const listStepFields = (type: FormType) => (type.steps ?? []).map(({ name, fields }) => [name, fields]);
  const stepNames = (now.steps ?? []).map(({ name }) => name);
  /** Returns a function that returns all links in a language, with their labels, as one JSON text. */
  const createLinksLookup = (version: Version, type: FormType) => (locale: string) => {
    const labels = type.links.map(({ label }) => findEffectiveText(version, locale, [label]));
    return {
      text: JSON.stringify(type.links.map(({ href, label }, at) => [href, labels[at]?.text ?? label])),
    };
  };
  const isLinked = compareText(
    listCommonLocales(before, after),
    createLinksLookup(before, former),
    createLinksLookup(after, now),
  );
  if (isLinked) compared.markTextsRead(listLinkTextPositions(compared));
  return [
    ...compareTextOfVersions(
      compared,
      { kind: 'submit' },
      createSubmitLookup(before, former),
      createSubmitLookup(after, now),
    ),
    ...(isLinked ? [{ kind: 'links', locales: isLinked.locales } as const] : []),
    ...(isSameJson(listStepFields(former), listStepFields(now)) ? [] : [{ kind: 'steps' } as const]),
    ...(isSameJson(former.visitor, now.visitor) ? [] : [{ kind: 'reply' } as const]),
    ...(isSameJson(former.resume, now.resume) ? [] : [{ kind: 'resume' } as const]),
    ...(former.receipt === now.receipt
      ? []
      : [{ kind: now.receipt ? 'receipt-given' : 'receipt-gone' } as const]),
    ...(isSameJson(former.capacity ?? null, now.capacity ?? null)
      ? []
      : [{ kind: 'capacity', before: former.capacity?.count, after: now.capacity?.count } as const]),
    ...stepNames.flatMap((name) =>
      (['title', 'text'] as const).flatMap((part) =>
        (former.steps ?? []).some((step) => step.name === name)
          ? compareTextOfVersions(
              compared,
              { kind: 'steps', field: name, about: part },
              (locale) =>
                findEffectiveText(before, locale, listTextKeys(former.key, `steps.${name}.${part}`)),
              (locale) => findEffectiveText(after, locale, listTextKeys(now.key, `steps.${name}.${part}`)),
            )
          : [],
      ),
    ),
  ];
}

/** Returns the positions of the texts of all links in both versions, changed or not. */
function listLinkTextPositions({ before, after, types }: TypeComparison): readonly string[] {
  const keys = [...types.before.type.links, ...types.after.type.links].map(({ label }) => label);
  return listCommonLocales(before, after).flatMap((locale) => keys.map((key) => `${locale} ${key}`));
}

/** Returns the differences between the appearance and the texts of a block, without its position. */
function compareBlockDefinitions(
  compared: TypeComparison,
  one: BlockDefinition,
  other: BlockDefinition,
): readonly VersionDifference[] {
  const { before, after, types } = compared;
  const { before: _one, ...drawn } = one;
  const { before: _other, ...drawnNow } = other;
  const { name } = other;
  return [
    ...(isSameJson(drawn, drawnNow) ? [] : [{ kind: 'look', field: name } as const]),
    ...blockPartNames.flatMap((part) =>
      compareTextOfVersions(
        compared,
        { kind: 'block', field: name, about: part },
        (locale) =>
          findEffectiveText(before, locale, listTextKeys(types.before.type.key, `blocks.${name}.${part}`)),
        (locale) =>
          findEffectiveText(after, locale, listTextKeys(types.after.type.key, `blocks.${name}.${part}`)),
      ),
    ),
  ];
}

/** Returns the names of the fields and blocks that are visible in both plans, in the order of the first. */
function listCommonOrder(plan: Plan, other: Plan): readonly string[] {
  /** Returns true if a plan shows a field or block with this name; a concealed field counts. */
  const isDrawn = (name: string, { fields, blocks = [] }: Plan) =>
    fields.some((field) => field.name === name && field.visibility !== 'hidden') ||
    blocks.some((block) => block.name === name && block.visibility === 'shown');
  const { fields, blocks = [] } = plan;
  /** Returns the blocks in front of a field, or with undefined, those after all fields. */
  const listBlocksBefore = (name: string | undefined) =>
    blocks.filter(({ definition }) => definition.before === name).map((block) => block.name);
  const all = [
    ...fields.flatMap(({ name }) => [...listBlocksBefore(name), name]),
    ...listBlocksBefore(undefined),
  ];
  return all.filter((name) => isDrawn(name, plan) && isDrawn(name, other));
}

/**
 * Returns the problems that the conditions of the schema report for the values of a plan, without the value
 * of the type select.
 */
function listPlanProblems({ values }: Plan, { getCheck }: Version, { key }: FormType): Json {
  const { [typeField]: _type, ...own } = values;
  return listConditionProblems(own, { check: getCheck(key) });
}
