import { isSameId } from '#engine';
import type { FieldFigure, FigureCounts, FiguresView } from '../../../api/figures.ts';
import { UsageError } from '../../../command/io.ts';
import { loadCurrentContent } from '../../app/load-live.ts';
import { toInertLine } from '../../delivery/mail/inert-text.ts';
import { formatFiguresCsv, toFigureQuery } from '../../enquiries/figures/figure-query.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import { countCampaigns } from '../../inbox/campaign-figures.ts';
import { toFiguresView } from '../../inbox/figures-view.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { toInertJson } from '../../platform/log/inert-json.ts';
import type { EnquiriesContext } from './enquiries-context.ts';
import { resolveFilterNames } from './enquiry-filter.ts';
import { readNames } from './enquiry-names.ts';

/**
 * Prints the counts of visits and sends as a table, as JSON (`FiguresView`), or as CSV. Of the filter, only
 * type, site and times count. Without a store, nothing was counted.
 * @throws UsageError if the type or the site does not exist, StartError if the content cannot be read.
 */
export async function showFigures({
  store,
  contentFolder,
  filter,
  format,
  io,
}: EnquiriesContext): Promise<void> {
  const [names, content] = await Promise.all([
    readNames(store, contentFolder),
    loadCurrentContent(store, contentFolder),
  ]);
  const { type, site, from, until } = await resolveFilterNames(filter, { store, names });
  const selectedSite = site === undefined ? undefined : content.sites.find(({ domain }) => domain === site);
  if (site !== undefined && selectedSite === undefined)
    throw new UsageError(
      `No site has the domain ${JSON.stringify(site)}; there are ${content.sites.map(({ domain }) => domain).join(', ')}`,
    );
  const now = Date.now();
  const query = toFigureQuery(
    {
      ...(from !== undefined && { from: toUtcDay(from) }),
      // `until` is exclusive: this is the day of the last included millisecond.
      ...(until !== undefined && { until: toUtcDay(until - 1) }),
      ...(type !== undefined && { type: names.form.types.find(({ id }) => isSameId(id, type))?.key ?? type }),
      ...(selectedSite && { site: String(selectedSite.id) }),
    },
    {},
    now,
  );
  const sums = (await store?.figures(query)) ?? { days: [], fields: [] };
  if (format === 'csv') return io.out(formatFiguresCsv(sums));
  const view = toFiguresView(
    sums,
    { form: names.form, content, locale: 'en', today: toUtcDay(now) },
    {
      from: query.from,
      until: query.until,
      ...serverSettings.figures,
      campaigns: await countCampaigns(store, query, { form: names.form, content }),
      isWithin: () => true,
    },
  );
  io.out(format === 'json' ? `${toInertJson(view)}\n` : formatFiguresTable(view));
}

/**
 * Returns the figures as text, with a sentence instead of the sections if nothing was counted. Days without
 * figures are left out.
 */
function formatFiguresTable(view: FiguresView): string {
  const { from, until, total, share } = view;
  /** Returns true if any visit began or was sent. */
  const hasCounts = (row: FigureCounts) => row.began + row.sent > 0;
  const lines = [
    `From ${from} until ${until}, days in UTC.`,
    ...(share < 1
      ? [`Pages report ${Math.round(share * 100)} % of the visits: the figures are estimates.`]
      : []),
    ...(hasCounts(total)
      ? [
          formatFigureLine('', ['BEGUN', 'SENT', 'ABANDONED']),
          ...formatFigureRows('All', [{ name: 'Together', ...total }]),
          ...formatFigureRows(
            'By day',
            view.days.filter(hasCounts).map(({ day, ...row }) => ({ name: day, ...row })),
          ),
          ...formatFigureRows('By type', view.types),
          ...formatFigureRows('By site', view.sites),
          ...formatCampaigns(view.campaigns),
          ...formatFieldFigures('Where people stop', view.stops, view.fewest),
          ...formatFieldFigures('Messages that people get', view.messages, view.fewest),
        ]
      : ['Nothing was counted in this time.']),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the lines of a section: its title, then one line of counts per row. */
function formatFigureRows(
  title: string,
  all: readonly (FigureCounts & { readonly name: string })[],
): readonly string[] {
  return [
    title,
    ...all.map(({ name, began, sent, abandoned }) =>
      formatFigureLine(`  ${name}`, [began, sent, abandoned].map(String)),
    ),
  ];
}

/** Returns the lines of the campaigns with the number of their enquiries; none without campaigns. */
function formatCampaigns(campaigns: FiguresView['campaigns'] = []): readonly string[] {
  if (campaigns.length === 0) return [];
  return ['By campaign', ...campaigns.map(({ name, count }) => `  ${count}: ${toInertLine(name)}`)];
}

/**
 * Returns the lines of a section; none without figures. A count that is too low to be shown is printed as
 * "fewer than" `fewest`.
 */
function formatFieldFigures(
  title: string,
  all: readonly (FieldFigure & { readonly message?: string })[],
  fewest: number,
): readonly string[] {
  if (all.length === 0) return [];
  const lines = all.map(({ type, field, count, message }) => {
    const where = `${field?.name ?? 'At no field'} (${type.name})`;
    const often = count === undefined ? `fewer than ${fewest}` : String(count);
    return toInertLine(`${often}: ${message === undefined ? where : `${where}, “${message}”`}`);
  });
  return [title, ...lines.map((one) => `  ${one}`)];
}

const widths = { name: 40, count: 10 };

/** Returns a line with the name padded on the right and each count padded on the left. */
function formatFigureLine(name: string, counts: readonly string[]): string {
  const cells = counts.map((count) => count.padStart(widths.count));
  return `${name.padEnd(widths.name)}${cells.join('')}`;
}
