import { isSameId } from '#engine';
import type { FieldFigure, FigureCounts, FiguresView } from '../studio/protocol-figures.ts';
import { serverSettings } from './config/settings.ts';
import { dayOf } from './content/visit.ts';
import { figuresView } from './desk/figures-view.ts';
import type { Format } from './enquiry-arguments.ts';
import { namedFilter } from './enquiry-filter.ts';
import { readNames } from './enquiry-names.ts';
import { contentOfToday } from './enquiry-today.ts';
import { UsageError } from './enquiry-usage.ts';
import { askedFigures, figuresCsv } from './figures/asked-figures.ts';
import { inertJson } from './log/inert-json.ts';
import { inertLine } from './mail/inert.ts';
import type { EnquiryFilter } from './store/desk-entry.ts';
import type { Store } from './store/store.ts';

export interface FiguresAsked {
  readonly store: Store | undefined;
  readonly contentFolder: string | undefined;
  readonly filter: EnquiryFilter;
  readonly format: Format | undefined;
}

/**
 * Returns the counts of visits and sends as a table, as JSON (`FiguresView`), or as CSV.
 * @throws UsageError if the type or the site does not exist.
 */
export async function figures({ store, contentFolder, filter, format }: FiguresAsked): Promise<string> {
  const [names, content] = await Promise.all([
    readNames(store, contentFolder),
    contentOfToday(contentFolder),
  ]);
  const { type, site, from, until } = await namedFilter(filter, { store, names });
  const of = site === undefined ? undefined : content.sites.find(({ domain }) => domain === site);
  if (site !== undefined && of === undefined)
    throw new UsageError(
      `No site is called ${JSON.stringify(site)}; there are ${content.sites.map(({ domain }) => domain).join(', ')}`,
    );
  const now = Date.now();
  const query = askedFigures(
    {
      ...(from !== undefined && { from: dayOf(from) }),
      // `until` is exclusive: this is the day of the last included millisecond.
      ...(until !== undefined && { until: dayOf(until - 1) }),
      ...(type !== undefined && { type: names.form.types.find(({ id }) => isSameId(id, type))?.key ?? type }),
      ...(of && { site: String(of.id) }),
    },
    {},
    now,
  );
  const sums = (await store?.figures(query)) ?? { days: [], fields: [] };
  if (format === 'csv') return figuresCsv(sums);
  const view = figuresView(
    sums,
    { form: names.form, content, locale: 'en', today: dayOf(now) },
    { from: query.from, until: query.until, ...serverSettings.figures, isWithin: () => true },
  );
  return format === 'json' ? `${inertJson(view)}\n` : table(view);
}

function table(view: FiguresView): string {
  const { from, until, total, share } = view;
  const counted = (row: FigureCounts) => row.began + row.sent > 0;
  const lines = [
    `From ${from} until ${until}, days in UTC.`,
    ...(share < 1
      ? [`Pages report ${Math.round(share * 100)} % of the visits: the figures are estimates.`]
      : []),
    ...(counted(total)
      ? [
          line('', ['BEGUN', 'SENT', 'ABANDONED']),
          ...rows('All', [{ name: 'Together', ...total }]),
          ...rows(
            'By day',
            view.days.filter(counted).map(({ day, ...row }) => ({ name: day, ...row })),
          ),
          ...rows('By type', view.types),
          ...rows('By site', view.sites),
          ...fields('Where people stop', view.stops, view.fewest),
          ...fields('Messages that people meet', view.messages, view.fewest),
        ]
      : ['Nothing was counted in this time.']),
  ];
  return `${lines.join('\n')}\n`;
}

function rows(title: string, all: readonly (FigureCounts & { readonly name: string })[]): readonly string[] {
  return [
    title,
    ...all.map(({ name, began, sent, abandoned }) => line(`  ${name}`, [began, sent, abandoned].map(String))),
  ];
}

function fields(
  title: string,
  all: readonly (FieldFigure & { readonly message?: string })[],
  fewest: number,
): readonly string[] {
  if (all.length === 0) return [];
  const told = all.map(({ type, field, count, message }) => {
    const where = `${field?.name ?? 'At no field'} (${type.name})`;
    const often = count === undefined ? `fewer than ${fewest}` : String(count);
    return inertLine(`${often}: ${message === undefined ? where : `${where}, “${message}”`}`);
  });
  return [title, ...told.map((one) => `  ${one}`)];
}

const widths = { name: 40, count: 10 };

function line(name: string, counts: readonly string[]): string {
  const cells = counts.map((count) => count.padStart(widths.count));
  return `${name.padEnd(widths.name)}${cells.join('')}`;
}
