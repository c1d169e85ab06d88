import { type ReactNode, useState } from 'react';
import type { FiguresView } from '../../../api/figures.ts';
import { useStudio } from '../../draft/context.ts';
import { replaceSearch, useSearch } from '../../ui/address.ts';
import { FileLink } from '../../ui/ask/file-link.tsx';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { type ServerData, useServerData } from '../../ui/ask/use-server-data.ts';
import { DayField } from '../../ui/day-field.tsx';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { formatCompletion } from './completion.ts';
import { DayChart } from './day-chart.tsx';
import { CountTable, MessageTable, StopTable } from './figure-tables.tsx';

/** Renders the figures that match the filter in the address of the page, and a link to download them. */
export function FiguresPage(): ReactNode {
  const { say } = useStudio();
  const filter = readFiguresFilter(useSearch());
  const query = toFiguresSearch(filter).toString();
  const figures = useServerData<FiguresView>(`figures?${query}`);
  return (
    <div className="st-page st-figures">
      <div className="st-page-head">
        <h1>{say('figures')}</h1>
        <div className="st-page-tools st-wrap st-end">
          <FileLink path="figures/export" query={new URLSearchParams(query)}>
            {say('figures.export')}
          </FileLink>
        </div>
      </div>
      <p className="st-hint">{say('figures.hint')}</p>
      <FilteredFigures figures={figures} filter={filter} />
    </div>
  );
}

/**
 * Renders the filters and the figures. Both stay while other figures are loading; if loading fails, the
 * filters stay above the failure.
 */
function FilteredFigures({
  figures,
  filter,
}: {
  readonly figures: ServerData<FiguresView>;
  readonly filter: FiguresFilter;
}): ReactNode {
  const [latest, setLatest] = useState<FiguresView>();
  if (figures.value !== undefined && figures.value !== latest) setLatest(figures.value);
  const known = figures.value ?? latest;
  return (
    <>
      {known && <FigureFilters filter={filter} view={known} />}
      {known && figures.trouble === undefined ? (
        <div className="st-figures-shown" aria-busy={figures.value === undefined || undefined}>
          <FigureSections view={known} />
        </div>
      ) : (
        <LoadingState of={figures}>{() => null}</LoadingState>
      )}
    </>
  );
}

/** Renders the filters, which change the address of the page. */
function FigureFilters({
  filter,
  view,
}: {
  readonly filter: FiguresFilter;
  readonly view: FiguresView;
}): ReactNode {
  const { say } = useStudio();
  /** Changes some members of the filter in the address of the page. */
  const changeFilter = (part: Partial<FiguresFilter>) =>
    replaceSearch(toFiguresSearch({ ...filter, ...part }));
  const { types, sites } = view.choices;
  return (
    <search className="st-filters" aria-label={say('figures.find')}>
      <LabelledSelect
        label={say('figures.type')}
        value={filter.type}
        options={[['', say('figures.all-types')], ...types.map(({ key, name }) => [key, name] as const)]}
        onChange={(type) => changeFilter({ type })}
      />
      <LabelledSelect
        label={say('figures.site')}
        value={filter.site}
        options={[['', say('figures.all-sites')], ...sites.map(({ key, name }) => [key, name] as const)]}
        onChange={(site) => changeFilter({ site })}
      />
      <DayField label={say('figures.from')} value={view.from} onChange={(from) => changeFilter({ from })} />
      <DayField
        label={say('figures.until')}
        value={view.until}
        onChange={(until) => changeFilter({ until })}
      />
    </search>
  );
}

/**
 * Renders the totals, the chart and the tables, or the sentence that there are no figures. Says so if the
 * figures are estimates.
 */
function FigureSections({ view }: { readonly view: FiguresView }): ReactNode {
  const { say } = useStudio();
  const { total, types, sites, campaigns = [], stops, messages, share } = view;
  if (types.length + messages.length + campaigns.length === 0)
    return <p className="st-empty">{say('figures.none')}</p>;
  return (
    <>
      {share < 1 && <p className="st-notice">{say('figures.share', { share })}</p>}
      <Totals total={total} />
      <DayChart view={view} />
      <div className="st-figures-pair st-stack-5">
        <CountTable title={say('figures.by-type')} head={say('figures.type')} rows={types} />
        <CountTable title={say('figures.by-site')} head={say('figures.site')} rows={sites} />
      </div>
      <CampaignTable rows={campaigns} view={view} />
      <StopTable rows={stops} fewest={view.fewest} />
      <MessageTable rows={messages} fewest={view.fewest} />
    </>
  );
}

/** Renders the numbers of begun, sent and abandoned forms and the share that was sent. */
function Totals({ total: { began, sent, abandoned } }: Pick<FiguresView, 'total'>): ReactNode {
  const { say, locale } = useStudio();
  const number = new Intl.NumberFormat(locale);
  const entries = [
    ['began', number.format(began)],
    ['sent', number.format(sent)],
    ['abandoned', number.format(abandoned)],
    ['completed', formatCompletion({ began, sent }, locale)],
  ] as const;
  return (
    <dl className="st-totals">
      {entries.map(([name, value]) => (
        <div key={name} className={`st-total st-total--${name}`}>
          <dt className="st-quiet">{say(`figures.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The filter of the figures. An empty type or site does not filter; without days, the server chooses the
 * period. Days are in UTC: `2026-11-23`.
 */
interface FiguresFilter {
  readonly from: string;
  readonly until: string;
  /** The key of an enquiry type. */
  readonly type: string;
  /** The id of a site. */
  readonly site: string;
}

const filterNames = ['from', 'until', 'type', 'site'] as const satisfies readonly (keyof FiguresFilter)[];

/** Reads the filter from the address of the page, without checking the values. Absent ones are empty. */
function readFiguresFilter(search: URLSearchParams): FiguresFilter {
  const [from = '', until = '', type = '', site = ''] = filterNames.map((name) => search.get(name) ?? '');
  return { from, until, type, site };
}

/** Returns the search parameters for the page and for the server. Empty values are omitted. */
function toFiguresSearch(filter: FiguresFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])),
  );
}
