import {
  type FieldPlan,
  type Form,
  type FormType,
  findFieldText,
  type Problem,
  resolve,
  typeField,
} from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import type { FieldFigure, FigureCounts, FiguresView, NamedKey } from '../../studio/protocol-figures.ts';
import type { Content } from '../content/content.ts';
import { findOfferedTypes, toUtcDay, toVisitSituation } from '../content/visit.ts';
import { addProblemMessage } from '../judge/add-problem-message.ts';
import type { FigureSums } from '../store/figure-entry.ts';
import { findTypeName } from './inbox-names.ts';

export interface FigureContext {
  readonly form: Form;
  readonly content: Content;
  readonly locale: string;
  readonly today: string;
}

export interface FigureViewOptions {
  readonly from: string;
  readonly until: string;
  readonly share: number;
  /** The minimum for counts of fields and messages. Smaller counts are not shown. */
  readonly fewest: number;
  /** Returns true if the person may see the figures of a type or site. */
  readonly isWithin: (limit: 'types' | 'sites', key: string) => boolean;
}

export function toFiguresView(
  sums: FigureSums,
  words: FigureContext,
  { from, until, share, fewest, isWithin }: FigureViewOptions,
): FiguresView {
  const { form, content } = words;
  const nameType = (key: string): NamedKey => {
    const type = form.types.find((one) => one.key === key);
    return { key, name: type ? findTypeName(words, type.id, words.locale) : key };
  };
  const nameSite = (key: string): NamedKey => {
    const site = content.sites.find(({ id }) => String(id) === key);
    return { key, name: site?.name ?? site?.domain ?? key };
  };
  const groupBy = (key: 'day' | 'type' | 'site') => Map.groupBy(sums.days, (figure) => figure[key]);
  const days = groupBy('day');
  const reporter = createFieldReporter(words, { typeOf: nameType, fewest });
  const selectVisible = (limit: 'types' | 'sites', keys: readonly string[]) =>
    keys.filter((key) => isWithin(limit, key));
  return {
    from,
    until,
    total: sumCounts(sums.days),
    days: listDays(from, until).map((day) => ({ day, ...sumCounts(days.get(day) ?? []) })),
    types: sortByCount([...groupBy('type')].map(([key, all]) => ({ ...nameType(key), ...sumCounts(all) }))),
    sites: sortByCount([...groupBy('site')].map(([key, all]) => ({ ...nameSite(key), ...sumCounts(all) }))),
    stops: reporter.stops(sums.fields),
    messages: reporter.messages(sums.fields),
    choices: {
      types: selectVisible(
        'types',
        form.types.map(({ key }) => key),
      ).map(nameType),
      sites: selectVisible(
        'sites',
        content.sites.map(({ id }) => String(id)),
      ).map(nameSite),
    },
    share,
    fewest,
  };
}

type DayFigure = FigureSums['days'][number];
type FieldSum = FigureSums['fields'][number];

/**
 * Sums the counts of figures. Estimates are rounded. `abandoned` is never negative, though midnight may be
 * between start and submission. `began` is limited per day, site and type, so that false reports of changed
 * types cannot reduce the counts of others.
 */
function sumCounts(figures: readonly DayFigure[]): FigureCounts {
  const sum = (some: readonly DayFigure[], step: DayFigure['step']) =>
    some.reduce((all, figure) => all + (figure.step === step ? figure.count : 0), 0);
  const places = Map.groupBy(figures, ({ day, site, type }) => `${day} ${site} ${type}`);
  const began = [...places.values()].reduce(
    (all, some) => all + Math.max(0, sum(some, 'began') - sum(some, 'changed')),
    0,
  );
  const sent = sum(figures, 'sent');
  return {
    began: Math.round(began),
    sent: Math.round(sent),
    abandoned: Math.max(0, Math.round(began - sent)),
  };
}

function sortByCount<Row extends FigureCounts>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => other.began - one.began || other.sent - one.sent);
}

function listDays(from: string, until: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(until); at += dayMs) days.push(toUtcDay(at));
  return days;
}

const dayMs = 86_400_000;

/** Creates the lists of fields at which visitors stopped, and of messages that they saw. */
function createFieldReporter(
  words: FigureContext,
  { typeOf, fewest }: { readonly typeOf: (key: string) => NamedKey; readonly fewest: number },
) {
  const plans = new Map<string, ReturnType<typeof resolveSamplePlan>>();
  const planFor = (key: string) => {
    if (!plans.has(key)) plans.set(key, resolveSamplePlan(words, key));
    return plans.get(key);
  };
  const toFieldFigure = (type: string, field: string, count: number): FieldFigure => ({
    type: typeOf(type),
    ...(field !== '' && { field: { key: field, name: findFieldLabel(words, type, field) } }),
    ...(count >= fewest && { count: Math.round(count) }),
  });
  return {
    stops(sums: readonly FieldSum[]): FiguresView['stops'] {
      return sums
        .filter(({ step, count }) => step === 'left' && count > 0)
        .toSorted((one, other) => other.count - one.count)
        .map(({ type, field, count }) => toFieldFigure(type, field, count));
    },
    messages(sums: readonly FieldSum[]): FiguresView['messages'] {
      return sums
        .filter(({ step, count }) => step === 'met' && count > 0)
        .toSorted((one, other) => other.count - one.count)
        .map(({ type, field, code, count }) => ({
          ...toFieldFigure(type, field, count),
          code,
          message: findProblemMessage(words, planFor(type), { field, code: code as Problem['code'] }),
        }));
    },
  };
}

/** Returns the label of a field in the live form, or its name if the form does not have it. */
function findFieldLabel({ form, locale }: FigureContext, typeKey: string, field: string): string {
  const definition = form.types.find(({ key }) => key === typeKey)?.fields.find(({ name }) => name === field);
  return findFieldText(form, { typeKey, locale }, field, 'label') ?? definition?.title ?? field;
}

/** Returns the plan of a type on the first page that offers it. Undefined if no page does. */
function resolveSamplePlan({ form, content, locale, today }: FigureContext, key: string) {
  const type = form.types.find((one) => one.key === key);
  const page =
    type &&
    content.pages.find((one) =>
      findOfferedTypes(form, { page: one, content, locale, today }).some(
        ({ key: offered }) => offered === key,
      ),
    );
  if (!type || !page) return undefined;
  const visit = { page, content, locale, today };
  return { type, plan: resolve(form, toVisitSituation(form, visit, { [typeField]: type.id })) };
}

function findProblemMessage(
  { form, locale }: FigureContext,
  planned: ReturnType<typeof resolveSamplePlan>,
  { field, code }: Pick<Problem, 'field' | 'code'>,
): string {
  const at = planned?.plan.fields.find(({ name }) => name === field);
  const values = getMessageValues(planned?.type, field, { code, at });
  const { message } = addProblemMessage({ field, code, values }, { form, locale, plan: planned?.plan });
  return message.replaceAll(/\bNaN\b|Invalid Date/g, '…');
}

/** The keywords of JSON Schema with the limit of each problem code (`engine/schema-problem.ts`). */
const limitKeywords: Readonly<Record<string, string>> = {
  'too-short': 'minLength',
  'too-long': 'maxLength',
  'too-small': 'minimum',
  'too-large': 'maximum',
  'not-above': 'exclusiveMinimum',
  'not-below': 'exclusiveMaximum',
  'wrong-step': 'multipleOf',
  'too-few': 'minItems',
  'too-many': 'maxItems',
};

/** Returns the values of a message, as far as they are the same for all visitors. */
function getMessageValues(
  type: FormType | undefined,
  field: string,
  { code, at }: { readonly code: string; readonly at: FieldPlan | undefined },
): Readonly<Record<string, string | number>> {
  const schema = asObject(asObject(asObject(type?.schema).properties)[field]);
  const toMessageValue = (value: unknown) =>
    typeof value === 'number' || typeof value === 'string' ? value : undefined;
  const [minimum, maximum] = [
    toMessageValue(at?.bounds?.minimum) ?? toMessageValue(schema.minimum),
    toMessageValue(at?.bounds?.maximum) ?? toMessageValue(schema.maximum),
  ];
  const ofPlan = {
    'too-small': minimum,
    'too-large': maximum,
    'too-many': toMessageValue(at?.limits?.count),
  };
  const limit = toMessageValue(asObject(ofPlan)[code]) ?? toMessageValue(schema[limitKeywords[code] ?? '']);
  return { limit: limit ?? '…', minimum: minimum ?? '…', maximum: maximum ?? '…', branches: '…' };
}
