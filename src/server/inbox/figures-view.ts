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
import type { FieldFigure, FigureCounts, FiguresView, NamedKey } from '../../api/figures.ts';
import { addProblemMessage } from '../enquiries/judge/add-problem-message.ts';
import type { Content } from '../forms/content/content.ts';
import { findTypeName } from '../forms/content/type-names.ts';
import { findOfferedTypes, toUtcDay, toVisitSituation } from '../forms/content/visit.ts';
import type { FigureSums } from '../store/records/figure-entry.ts';

export interface FigureContext {
  readonly form: Form;
  readonly content: Content;
  readonly locale: string;
  /** The current day: `2026-11-21`. */
  readonly today: string;
}

export interface FigureViewOptions {
  /** The first day: `2026-11-21`. */
  readonly from: string;
  /** The last day, included. */
  readonly until: string;
  /** The share of visits that pages report, from 0 to 1. */
  readonly share: number;
  /** The minimum for counts of fields and messages. Rows with smaller counts are shown without the count. */
  readonly fewest: number;
  readonly campaigns: NonNullable<FiguresView['campaigns']>;
  /** Returns true if the person may see the figures of a type or site. */
  readonly isWithin: (limit: 'types' | 'sites', key: string) => boolean;
}

/**
 * Converts the stored sums of figures to what the studio shows, with the current names of types and sites.
 */
export function toFiguresView(
  sums: FigureSums,
  context: FigureContext,
  { from, until, share, fewest, campaigns, isWithin }: FigureViewOptions,
): FiguresView {
  const { form, content } = context;
  /** Returns a type by its key, with its name; with the key as its name if the form does not have it. */
  const nameType = (key: string): NamedKey => {
    const type = form.types.find((one) => one.key === key);
    return { key, name: type ? findTypeName(context, type.id, context.locale) : key };
  };
  /** Returns a site by its id, with its name, else its domain; with the id if it does not exist. */
  const nameSite = (key: string): NamedKey => {
    const site = content.sites.find(({ id }) => String(id) === key);
    return { key, name: site?.name ?? site?.domain ?? key };
  };
  /** Groups the daily sums by their day, type or site. */
  const groupBy = (key: 'day' | 'type' | 'site') => Map.groupBy(sums.days, (figure) => figure[key]);
  const days = groupBy('day');
  const reporter = createFieldReporter(context, { nameType, fewest });
  /** Returns the keys whose figures the person may see. */
  const filterVisibleKeys = (limit: 'types' | 'sites', keys: readonly string[]) =>
    keys.filter((key) => isWithin(limit, key));
  return {
    from,
    until,
    total: sumCounts(sums.days),
    days: listDays(from, until).map((day) => ({ day, ...sumCounts(days.get(day) ?? []) })),
    types: sortByCount([...groupBy('type')].map(([key, all]) => ({ ...nameType(key), ...sumCounts(all) }))),
    sites: sortByCount([...groupBy('site')].map(([key, all]) => ({ ...nameSite(key), ...sumCounts(all) }))),
    ...(campaigns.length > 0 && { campaigns }),
    stops: reporter.stops(sums.fields),
    messages: reporter.messages(sums.fields),
    choices: {
      types: filterVisibleKeys(
        'types',
        form.types.map(({ key }) => key),
      ).map(nameType),
      sites: filterVisibleKeys(
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
 * Sums the counts of figures and rounds them. Changed types are subtracted from `began` per day, site and
 * type, so that false reports of them cannot reduce the counts of others. `abandoned` is never negative,
 * though midnight may be between start and submission.
 */
function sumCounts(figures: readonly DayFigure[]): FigureCounts {
  /** Returns the sum of the counts of one step. */
  const sumStep = (some: readonly DayFigure[], step: DayFigure['step']) =>
    some.reduce((all, figure) => all + (figure.step === step ? figure.count : 0), 0);
  const groups = Map.groupBy(figures, ({ day, site, type }) => `${day} ${site} ${type}`);
  const began = [...groups.values()].reduce(
    (all, some) => all + Math.max(0, sumStep(some, 'began') - sumStep(some, 'changed')),
    0,
  );
  const sent = sumStep(figures, 'sent');
  return {
    began: Math.round(began),
    sent: Math.round(sent),
    abandoned: Math.max(0, Math.round(began - sent)),
  };
}

/** Sorts rows by `began`, then by `sent`, the highest first. */
function sortByCount<Row extends FigureCounts>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => other.began - one.began || other.sent - one.sent);
}

/** Returns each day from `from` to `until`, both included: `2026-11-21`. */
function listDays(from: string, until: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(until); at += dayMs) days.push(toUtcDay(at));
  return days;
}

const dayMs = 86_400_000;

/**
 * Creates functions that list the fields at which visitors stopped, and the messages that visitors saw, the
 * most frequent first. Counts below `fewest` are left out, but not their rows.
 */
function createFieldReporter(
  context: FigureContext,
  { nameType, fewest }: { readonly nameType: (key: string) => NamedKey; readonly fewest: number },
) {
  const plans = new Map<string, ReturnType<typeof resolveSamplePlan>>();
  /** Returns the result of `resolveSamplePlan`, which is computed once per type. */
  const getSamplePlan = (key: string) => {
    if (!plans.has(key)) plans.set(key, resolveSamplePlan(context, key));
    return plans.get(key);
  };
  /**
   * Converts a count to a row. It has no `field` for messages of the whole form, and no `count` below
   * `fewest`.
   */
  const toFieldFigure = (type: string, field: string, count: number): FieldFigure => ({
    type: nameType(type),
    ...(field !== '' && { field: { key: field, name: findFieldLabel(context, type, field) } }),
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
          message: findProblemMessage(context, getSamplePlan(type), { field, code: code as Problem['code'] }),
        }));
    },
  };
}

/** Returns the label of a field in the live form: its text in the language, else its title, else its name. */
function findFieldLabel({ form, locale }: FigureContext, typeKey: string, field: string): string {
  const definition = form.types.find(({ key }) => key === typeKey)?.fields.find(({ name }) => name === field);
  return findFieldText(form, { typeKey, locale }, field, 'label') ?? definition?.title ?? field;
}

/**
 * Returns a type, and its plan on the first page that offers it. Undefined if no page does or the form does
 * not have the type.
 */
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

/** Returns the message of a problem. Values that differ between visitors are `…`. */
function findProblemMessage(
  { form, locale }: FigureContext,
  sample: ReturnType<typeof resolveSamplePlan>,
  { field, code }: Pick<Problem, 'field' | 'code'>,
): string {
  const fieldPlan = sample?.plan.fields.find(({ name }) => name === field);
  const values = getMessageValues(sample?.type, field, { code, fieldPlan });
  const { message } = addProblemMessage({ field, code, values }, { form, locale, plan: sample?.plan });
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

/** Returns the values of a message that are the same for all visitors, and `…` for the others. */
function getMessageValues(
  type: FormType | undefined,
  field: string,
  { code, fieldPlan }: { readonly code: string; readonly fieldPlan: FieldPlan | undefined },
): Readonly<Record<string, string | number>> {
  const schema = asObject(asObject(asObject(type?.schema).properties)[field]);
  /** Returns a number or text unchanged; undefined for anything else. */
  const toMessageValue = (value: unknown) =>
    typeof value === 'number' || typeof value === 'string' ? value : undefined;
  const [minimum, maximum] = [
    toMessageValue(fieldPlan?.bounds?.minimum) ?? toMessageValue(schema.minimum),
    toMessageValue(fieldPlan?.bounds?.maximum) ?? toMessageValue(schema.maximum),
  ];
  const ofPlan = {
    'too-small': minimum,
    'too-large': maximum,
    'too-many': toMessageValue(fieldPlan?.limits?.count),
  };
  const limit = toMessageValue(asObject(ofPlan)[code]) ?? toMessageValue(schema[limitKeywords[code] ?? '']);
  return { limit: limit ?? '…', minimum: minimum ?? '…', maximum: maximum ?? '…', branches: '…' };
}
