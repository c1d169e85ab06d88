import type { ReactNode } from 'react';
import type { FiguresView } from '../../../api/figures.ts';
import { useStudio } from '../../draft/context.ts';
import { replaceSearch } from '../../ui/address.ts';
import { DayField } from '../../ui/day-field.tsx';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { type FiguresFilter, toFiguresSearch } from './figures-filter.ts';

/** Renders the filters, which change the address of the page. `children` are further ones. */
export function FigureFilters({
  filter,
  view,
  children,
}: {
  readonly filter: FiguresFilter;
  readonly view: Pick<FiguresView, 'choices' | 'from' | 'until'>;
  readonly children?: ReactNode;
}): ReactNode {
  const { say } = useStudio();
  const { types, sites } = view.choices;
  return (
    <search className="st-filters" aria-label={say('figures.find')}>
      <LabelledSelect
        label={say('figures.type')}
        value={filter.type}
        options={[['', say('figures.all-types')], ...types.map(({ key, name }) => [key, name] as const)]}
        onChange={(type) => changeFilter(filter, { type })}
      />
      <LabelledSelect
        label={say('figures.site')}
        value={filter.site}
        options={[['', say('figures.all-sites')], ...sites.map(({ key, name }) => [key, name] as const)]}
        onChange={(site) => changeFilter(filter, { site })}
      />
      {children}
      <span className="st-figure-days">
        <DayField
          label={say('figures.from')}
          value={view.from}
          onChange={(from) => changeFilter(filter, { from })}
        />
        <DayField
          label={say('figures.until')}
          value={view.until}
          onChange={(until) => changeFilter(filter, { until })}
        />
      </span>
    </search>
  );
}

/** Changes some members of the filter in the address of the page. */
export function changeFilter(filter: FiguresFilter, part: Partial<FiguresFilter>): void {
  replaceSearch(toFiguresSearch({ ...filter, ...part }));
}
