import { type ReactNode, useState } from 'react';
import type { AnswerFiguresView } from '../../../api/answer-figures.ts';
import type { FiguresView } from '../../../api/figures.ts';
import { useStudio } from '../../draft/context.ts';
import { useSearch } from '../../ui/address.ts';
import { FileLink } from '../../ui/ask/file-link.tsx';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { AnswerFilters, AnswersFigures } from './answers-figures.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { formatCompletion } from './completion.ts';
import { DayChart } from './day-chart.tsx';
import { FigureFilters } from './figure-filters.tsx';
import { CountTable, MessageTable, StopTable } from './figure-tables.tsx';
import { type FiguresFilter, readFiguresFilter, toFiguresSearch } from './figures-filter.ts';

/**
 * Renders the figures that match the filter in the address of the page, those of forms or of answers, and a link to
 * download them.
 */
export function FiguresPage(): ReactNode {
  const { say } = useStudio();
  const filter = readFiguresFilter(useSearch());
  const query = toFiguresSearch(filter).toString();
  const isOfAnswers = filter.view === answersView;
  return (
    <div className="st-page st-figures">
      <div className="st-page-head">
        <h1>{say('figures')}</h1>
        <div className="st-page-tools st-wrap st-end">
          <FileLink
            path={isOfAnswers ? 'figures/answers/export' : 'figures/export'}
            query={new URLSearchParams(query)}
          >
            {say('figures.export')}
          </FileLink>
        </div>
      </div>
      <FigureViews filter={filter} />
      <p className="st-hint">{say(isOfAnswers ? 'answers.hint' : 'figures.hint')}</p>
      {isOfAnswers ? (
        <LoadedFigures<AnswerFiguresView> key="answers" path={`figures/answers?${query}`}>
          {{
            filters: (view) => <AnswerFilters filter={filter} view={view} />,
            sections: (view) => <AnswersFigures view={view} />,
          }}
        </LoadedFigures>
      ) : (
        <LoadedFigures<FiguresView> key="forms" path={`figures?${query}`}>
          {{
            filters: (view) => <FigureFilters filter={filter} view={view} />,
            sections: (view) => <FigureSections view={view} />,
          }}
        </LoadedFigures>
      )}
    </div>
  );
}

const answersView = 'answers';

/** Renders the links between the figures of forms and those of answers. They keep the other filters. */
function FigureViews({ filter }: { readonly filter: FiguresFilter }): ReactNode {
  const { say } = useStudio();
  const views = [
    ['', say('figures.of-forms')],
    [answersView, say('figures.of-answers')],
  ] as const;
  return (
    <nav className="st-view-links" aria-label={say('figures.views')}>
      <ul>
        {views.map(([view, name]) => (
          <li key={view} className="st-tab">
            <a
              href={`/studio/figures?${toFiguresSearch({ ...filter, view })}`}
              aria-current={filter.view === view ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Loads figures and renders their filters and sections. Both stay while other figures are loading; if loading fails,
 * the filters stay above the failure.
 */
function LoadedFigures<View>({
  path,
  children,
}: {
  readonly path: string;
  readonly children: {
    readonly filters: (view: View) => ReactNode;
    readonly sections: (view: View) => ReactNode;
  };
}): ReactNode {
  const figures = useServerData<View>(path);
  const [latest, setLatest] = useState<View>();
  if (figures.value !== undefined && figures.value !== latest) setLatest(figures.value);
  const known = figures.value ?? latest;
  return (
    <>
      {known && children.filters(known)}
      {known && figures.trouble === undefined ? (
        <div className="st-figures-shown" aria-busy={figures.value === undefined || undefined}>
          {children.sections(known)}
        </div>
      ) : (
        <LoadingState of={figures}>{() => null}</LoadingState>
      )}
    </>
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
