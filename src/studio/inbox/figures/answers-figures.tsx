import type { ReactNode } from 'react';
import type { AnswerFiguresView } from '../../../api/answer-figures.ts';
import { useStudio } from '../../draft/context.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { AnswerChart } from './answer-chart.tsx';
import { changeFilter, FigureFilters } from './figure-filters.tsx';
import type { FiguresFilter } from './figures-filter.ts';

const splits = ['', 'site', 'type', 'time', 'campaign'] as const;

/** Renders the filters of the answers. */
export function AnswerFilters({
  filter,
  view,
}: {
  readonly filter: FiguresFilter;
  readonly view: AnswerFiguresView;
}): ReactNode {
  const { say } = useStudio();
  const { campaigns } = view;
  // A campaign of the address that the period does not have can still be deselected.
  const listed =
    filter.campaign === '' || campaigns.includes(filter.campaign)
      ? campaigns
      : [filter.campaign, ...campaigns];
  return (
    <FigureFilters filter={filter} view={view}>
      {listed.length > 0 && (
        <LabelledSelect
          label={say('campaign')}
          value={filter.campaign}
          options={[['', say('answers.all-campaigns')], ...listed.map((name) => [name, name] as const)]}
          onChange={(campaign) => changeFilter(filter, { campaign })}
        />
      )}
      <LabelledSelect
        label={say('answers.by')}
        value={filter.by}
        options={splits.map((split) => [split, say(`answers.by.${split}`)] as const)}
        onChange={(by) => changeFilter(filter, { by })}
      />
    </FigureFilters>
  );
}

/**
 * Renders a chart for each question with choices, or the sentence that there is none. A status announces how much is
 * shown, and by what it is divided, when that changes.
 */
export function AnswersFigures({ view }: { readonly view: AnswerFiguresView }): ReactNode {
  const { say, locale } = useStudio();
  // While another split is loading, these are still the groups of the former one.
  const { by, enquiries, isPartial, fields, groups } = view;
  const named = groups.map((group) => ({ ...group, name: nameGroup(group) }));

  /** Returns the name of a group: a week or a month in words, else its own name. */
  function nameGroup({ key, name }: AnswerFiguresView['groups'][number]): string {
    if (key === 'slipway:rest') return say('answers.rest');
    if (by === 'campaign' && key === '') return say('answers.no-campaign');
    if (by !== 'time') return name;
    const isMonth = key.length === 7;
    const style = isMonth
      ? ({ month: 'long', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'short' } as const);
    const day = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(
      Date.parse(isMonth ? `${key}-01` : key),
    );
    return isMonth ? day : say('answers.week', { day });
  }

  const answered = fields.filter((field) => field.answered > 0);
  const isEmpty = answered.length === 0;
  const unanswered = isEmpty ? [] : fields.filter((field) => field.answered === 0);
  return (
    <>
      {isPartial && !isEmpty && <p className="st-notice">{say('answers.partial', { count: enquiries })}</p>}
      <p className={isEmpty ? 'st-empty' : 'st-answers-total'} role="status">
        {isEmpty
          ? say('answers.none')
          : say('answers.shown', { count: enquiries, fields: answered.length, by: by ?? '' })}
      </p>
      {!isEmpty && (
        <div className="st-answer-charts">
          {answered.map((field) => (
            <AnswerChart
              key={field.key}
              field={field}
              groups={named}
              fewest={view.fewest}
              isInTime={by === 'time'}
            />
          ))}
        </div>
      )}
      {unanswered.length > 0 && (
        <p className="st-hint">
          {say('answers.unanswered', {
            fields: new Intl.ListFormat(locale).format(unanswered.map(({ name }) => name)),
          })}
        </p>
      )}
    </>
  );
}
