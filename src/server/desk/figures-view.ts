import {
  type FieldPlan,
  type Form,
  type FormType,
  fieldText,
  type Problem,
  resolve,
  typeField,
} from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import type { FieldFigure, FigureCounts, FiguresView, NamedKey } from '../../studio/protocol-figures.ts';
import type { Content } from '../content/content.ts';
import { dayOf, offeredOn, visitSituation } from '../content/visit.ts';
import { wordProblem } from '../judge/word-problem.ts';
import type { FigureSums } from '../store/figure-entry.ts';
import { typeName } from './desk-names.ts';

export interface FigureWords {
  readonly form: Form;
  readonly content: Content;
  readonly locale: string;
  readonly today: string;
}

export interface ToldFigures {
  readonly from: string;
  readonly until: string;
  readonly share: number;
  /** The minimum for counts of fields and messages. Smaller counts are not shown. */
  readonly fewest: number;
  /** Returns true if the person may see the figures of a type or site. */
  readonly isWithin: (limit: 'types' | 'sites', key: string) => boolean;
}

export function figuresView(
  sums: FigureSums,
  words: FigureWords,
  { from, until, share, fewest, isWithin }: ToldFigures,
): FiguresView {
  const { form, content } = words;
  const typeOf = (key: string): NamedKey => {
    const type = form.types.find((one) => one.key === key);
    return { key, name: type ? typeName(words, type.id, words.locale) : key };
  };
  const siteOf = (key: string): NamedKey => {
    const site = content.sites.find(({ id }) => String(id) === key);
    return { key, name: site?.name ?? site?.domain ?? key };
  };
  const counted = (key: 'day' | 'type' | 'site') => Map.groupBy(sums.days, (figure) => figure[key]);
  const days = counted('day');
  const told = fieldTeller(words, { typeOf, fewest });
  const some = (limit: 'types' | 'sites', keys: readonly string[]) =>
    keys.filter((key) => isWithin(limit, key));
  return {
    from,
    until,
    total: countsOf(sums.days),
    days: daysFrom(from, until).map((day) => ({ day, ...countsOf(days.get(day) ?? []) })),
    types: mostFirst([...counted('type')].map(([key, all]) => ({ ...typeOf(key), ...countsOf(all) }))),
    sites: mostFirst([...counted('site')].map(([key, all]) => ({ ...siteOf(key), ...countsOf(all) }))),
    stops: told.stops(sums.fields),
    messages: told.messages(sums.fields),
    choices: {
      types: some(
        'types',
        form.types.map(({ key }) => key),
      ).map(typeOf),
      sites: some(
        'sites',
        content.sites.map(({ id }) => String(id)),
      ).map(siteOf),
    },
    ...{ share, fewest },
  };
}

type DayFigure = FigureSums['days'][number];
type FieldSum = FigureSums['fields'][number];

/**
 * Sums the counts of figures. Estimates are rounded. `abandoned` is never negative, though midnight may be
 * between start and submission. `began` is limited per day, site and type, so that false reports of changed
 * types cannot reduce the counts of others.
 */
function countsOf(figures: readonly DayFigure[]): FigureCounts {
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

function mostFirst<Row extends FigureCounts>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => other.began - one.began || other.sent - one.sent);
}

function daysFrom(from: string, until: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(until); at += dayMs) days.push(dayOf(at));
  return days;
}

const dayMs = 86_400_000;

/** Creates the lists of fields at which visitors stopped, and of messages that they saw. */
function fieldTeller(
  words: FigureWords,
  { typeOf, fewest }: { readonly typeOf: (key: string) => NamedKey; readonly fewest: number },
) {
  const plans = new Map<string, ReturnType<typeof planOf>>();
  const planFor = (key: string) => {
    if (!plans.has(key)) plans.set(key, planOf(words, key));
    return plans.get(key);
  };
  const figureOf = (type: string, field: string, count: number): FieldFigure => ({
    type: typeOf(type),
    ...(field !== '' && { field: { key: field, name: fieldName(words, type, field) } }),
    ...(count >= fewest && { count: Math.round(count) }),
  });
  return {
    stops(sums: readonly FieldSum[]): FiguresView['stops'] {
      return sums
        .filter(({ step, count }) => step === 'left' && count > 0)
        .toSorted((one, other) => other.count - one.count)
        .map(({ type, field, count }) => figureOf(type, field, count));
    },
    messages(sums: readonly FieldSum[]): FiguresView['messages'] {
      return sums
        .filter(({ step, count }) => step === 'met' && count > 0)
        .toSorted((one, other) => other.count - one.count)
        .map(({ type, field, code, count }) => ({
          ...figureOf(type, field, count),
          code,
          message: messageOf(words, planFor(type), { field, code: code as Problem['code'] }),
        }));
    },
  };
}

/** Returns the label of a field in the live form, or its name if the form does not have it. */
function fieldName({ form, locale }: FigureWords, typeKey: string, field: string): string {
  const definition = form.types.find(({ key }) => key === typeKey)?.fields.find(({ name }) => name === field);
  return fieldText(form, { typeKey, locale }, field, 'label') ?? definition?.title ?? field;
}

/** Returns the plan of a type on the first page that offers it. Undefined if no page does. */
function planOf({ form, content, locale, today }: FigureWords, key: string) {
  const type = form.types.find((one) => one.key === key);
  const page =
    type &&
    content.pages.find((one) =>
      offeredOn(form, { page: one, content, locale, today }).some(({ key: offered }) => offered === key),
    );
  if (!type || !page) return undefined;
  const visit = { page, content, locale, today };
  return { type, plan: resolve(form, visitSituation(form, visit, { [typeField]: type.id })) };
}

function messageOf(
  { form, locale }: FigureWords,
  planned: ReturnType<typeof planOf>,
  { field, code }: Pick<Problem, 'field' | 'code'>,
): string {
  const at = planned?.plan.fields.find(({ name }) => name === field);
  const values = valuesOf(planned?.type, field, { code, at });
  const { message } = wordProblem({ field, code, values }, { form, locale, plan: planned?.plan });
  return message.replaceAll(/\bNaN\b|Invalid Date/g, '…');
}

/** The keywords of JSON Schema with the limit of each problem code (`engine/schema-problem.ts`). */
const limits: Readonly<Record<string, string>> = {
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
function valuesOf(
  type: FormType | undefined,
  field: string,
  { code, at }: { readonly code: string; readonly at: FieldPlan | undefined },
): Readonly<Record<string, string | number>> {
  const schema = asObject(asObject(asObject(type?.schema).properties)[field]);
  const said = (value: unknown) =>
    typeof value === 'number' || typeof value === 'string' ? value : undefined;
  const [minimum, maximum] = [
    said(at?.bounds?.minimum) ?? said(schema.minimum),
    said(at?.bounds?.maximum) ?? said(schema.maximum),
  ];
  const ofPlan = { 'too-small': minimum, 'too-large': maximum, 'too-many': said(at?.limits?.count) };
  const limit = said(asObject(ofPlan)[code]) ?? said(schema[limits[code] ?? '']);
  return { limit: limit ?? '…', minimum: minimum ?? '…', maximum: maximum ?? '…', branches: '…' };
}
