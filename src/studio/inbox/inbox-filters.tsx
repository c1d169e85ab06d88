import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { InboxChoices } from '../../api/inbox.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { factFilters } from '../preset/inbox.ts';
import { DayField } from '../ui/day-field.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import {
  type EnquiryListFilter,
  emptyEnquiryFilter,
  type FilterPart,
  filterParts,
  getPeriod,
  getPeriodStart,
  handlingStateOptions,
  hasFilterPart,
  mailStateOptions,
  periodPresets,
} from './filter.ts';

/** The options of a select, in display order. */
type Options = readonly (readonly [value: string, label: string])[];

/** Renders the search field and the filters of the inbox, and a button that clears all of them. */
export function InboxFilters({
  filter,
  choices,
  onChange,
}: {
  readonly filter: EnquiryListFilter;
  /** The values that can be chosen. Undefined while they are loading. */
  readonly choices: InboxChoices | undefined;
  /**
   * `isTyped` is true if the change continues earlier typing, so that it needs no own entry in the browser's
   * history.
   */
  readonly onChange: (filter: EnquiryListFilter, isTyped?: boolean) => void;
}): ReactNode {
  const { say, content, me } = useStudio();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { isLong, ...search } = useSearchField(filter.search, {
    most: choices?.longestSearch,
    onTyped: (text, isTyped) => onChange({ ...filter, search: text }, isTyped),
  });
  const narrowing = filterParts.filter((part) => part !== 'search' && hasFilterPart(filter, part)).length;
  /** Renders the select of a part, with the additional first option "any". */
  const renderSelect = (part: Exclude<FilterPart, 'time'>, label: string, options: Options) => (
    <LabelledSelect
      label={label}
      value={filter[part]}
      options={addCurrentOption([['', say('desk.any')], ...options], filter[part])}
      onChange={(value) => onChange({ ...filter, [part]: value })}
    />
  );
  /** Returns one option per object, with its id as the value. Empty without objects. */
  const toOptions = (
    some: readonly { readonly id: string | number; readonly name: string }[] = [],
  ): Options => some.map((one) => [String(one.id), one.name]);
  return (
    <search className="st-wrap st-end" aria-label={say('desk.find')}>
      <div className="st-inbox-search">
        <label className="st-quiet" htmlFor="st-inbox-search">
          {say('search')}
        </label>
        <input
          id="st-inbox-search"
          className="st-input"
          type="search"
          autoComplete="off"
          dir="auto"
          aria-invalid={isLong || undefined}
          aria-describedby={isLong ? 'st-inbox-search-long' : undefined}
          {...search}
        />
        <button
          type="button"
          className="st-button st-inbox-filters-open"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {say('desk.filters')}
          {narrowing > 0 && <span className="st-tally">{narrowing}</span>}
        </button>
        {isLong && (
          <p id="st-inbox-search-long" className="st-problem" role="alert">
            {say('desk.search-long', { most: choices?.longestSearch ?? 0 })}
          </p>
        )}
      </div>
      <div id={id} className="st-inbox-choices" data-open={isOpen || undefined}>
        {renderSelect('type', say('desk.type'), toOptions(choices?.types))}
        {factFilters
          .filter(({ name, isOffered }) => isOffered(content) || filter[name] !== '')
          .map(({ name, label, getChoices }) => (
            <Fragment key={name}>
              {renderSelect(name, say(label), toOptions(choices && getChoices(choices)))}
            </Fragment>
          ))}
        {renderSelect('site', say('desk.site'), choices?.sites.map((site) => [site, site] as const) ?? [])}
        {(choices?.campaigns !== undefined || filter.campaign !== '') &&
          renderSelect(
            'campaign',
            say('campaign'),
            choices?.campaigns?.map((name) => [name, name] as const) ?? [],
          )}
        {renderSelect('state', say('desk.state'), [
          ...handlingStateOptions.map((state) => [state, say(`desk.state.${state}`)] as const),
          ...(choices ? [['overdue', say('desk.overdue', { hours: choices.unansweredHours })] as const] : []),
        ])}
        {renderSelect(
          'delivery',
          say('desk.delivery'),
          mailStateOptions.map((state) => [state, say(`desk.delivery.${state}`)] as const),
        )}
        {renderSelect('assignee', say('desk.holder'), [
          ...(hasEnquiryRight(me, 'handle') || filter.assignee === 'me'
            ? [['me', say('desk.me')] as const]
            : []),
          ...toOptions(choices?.people),
        ])}
        <TimeFilter filter={filter} onChange={onChange} />
        {(narrowing > 0 || filter.search !== '') && (
          <button
            type="button"
            className="st-button st-button--plain"
            onClick={() => {
              onChange(emptyEnquiryFilter);
              document.getElementById('st-inbox-search')?.focus();
            }}
          >
            {say('desk.clear')}
          </button>
        )}
      </div>
    </search>
  );
}

/**
 * Returns the options with the current value added at the end if it is missing, because a shared link may
 * contain one that is not offered.
 */
function addCurrentOption(options: Options, value: string): Options {
  return options.some(([one]) => one === value) ? options : [...options, [value, value]];
}

/** Renders the select of a period, and two fields for days if "range" is chosen. */
function TimeFilter({
  filter,
  onChange,
}: {
  readonly filter: EnquiryListFilter;
  readonly onChange: (filter: EnquiryListFilter) => void;
}): ReactNode {
  const { say } = useStudio();
  const [isRange, setIsRange] = useState(false);
  const time = getPeriod(filter);
  const value = isRange ? 'range' : time;
  const isOwn = useRef(false);
  const { from, until } = filter;
  useEffect(() => {
    // If another control has cleared the days (for example "clear all filters"), the range is no longer
    // selected.
    if (from === '' && until === '' && !isOwn.current) setIsRange(false);
    isOwn.current = false;
  }, [from, until]);
  /** Renders the field for the first or the last day. */
  const renderDayField = (part: 'from' | 'until') => (
    <DayField
      label={say(`audit.${part}`)}
      value={filter[part]}
      onChange={(chosen) => {
        isOwn.current = true;
        onChange({ ...filter, [part]: chosen });
      }}
    />
  );
  return (
    <>
      <LabelledSelect
        label={say('desk.time')}
        value={value}
        options={[
          ['', say('desk.any')],
          ...[...periodPresets, 'range' as const].map((one) => [one, say(`desk.time.${one}`)] as const),
        ]}
        onChange={(chosen) => {
          setIsRange(chosen === 'range');
          const preset = periodPresets.find((one) => one === chosen);
          if (chosen !== 'range')
            onChange({ ...filter, from: preset ? getPeriodStart(preset) : '', until: '', zone: '' });
        }}
      />
      {value === 'range' && (
        <>
          {renderDayField('from')}
          {renderDayField('until')}
        </>
      )}
    </>
  );
}

/** The pause in typing after which the text is reported, in milliseconds. */
const typingMs = 250;

/**
 * Returns the props of a search field and `isLong`. The trimmed text is reported 250 ms after the last input,
 * on blur and on Enter, but never twice in a row. A new `value` from outside (such as by Back) replaces it. A
 * text longer than `most` stays in the field with `isLong`, and is not reported.
 */
function useSearchField(
  value: string,
  {
    most = Number.POSITIVE_INFINITY,
    onTyped,
  }: {
    readonly most: number | undefined;
    /**
     * Called with the reported text. `isTyped` is false for the first report since the field got the focus.
     */
    readonly onTyped: (value: string, isTyped: boolean) => void;
  },
) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  /** True if typing continues since the last focus. All of it becomes one entry in the browser's history. */
  const isContinued = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const report = useRef(onTyped);
  useEffect(() => {
    report.current = onTyped;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value === reported.current) return;
    clearTimeout(timer.current);
    reported.current = value;
    isContinued.current = false;
    setTyped(value);
  }, [value]);
  /** Reports the text now, unless it was reported already or is too long. */
  const reportText = (text: string) => {
    clearTimeout(timer.current);
    const trimmed = text.trim();
    if (trimmed === reported.current || trimmed.length > most) return;
    reported.current = trimmed;
    report.current(trimmed, isContinued.current);
    isContinued.current = true;
  };
  return {
    isLong: typed.trim().length > most,
    value: typed,
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      const text = target.value;
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => reportText(text), typingMs);
    },
    onKeyDown: ({ key }: { readonly key: string }) => {
      if (key === 'Enter') reportText(typed);
    },
    onBlur: () => {
      reportText(typed);
      isContinued.current = false;
    },
  };
}
