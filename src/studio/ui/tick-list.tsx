import { type ReactNode, useId, useState } from 'react';
import { useStudioLanguage } from './language.ts';

export interface TickOption {
  readonly value: string;
  readonly label: string;
}

export interface TickListProps {
  /** The id of the list, which links can focus. Absent: none can. */
  readonly id?: string;
  readonly legend: string;
  readonly options: readonly TickOption[];
  readonly ticked: readonly string[];
  /** Receives all ticked values, a new one last. Called with an empty list only if `mayBeNone` is set. */
  readonly onChange: (ticked: readonly string[]) => void;
  /** True if the last tick may be removed. Otherwise removing it shows a problem. Default: false. */
  readonly mayBeNone?: boolean;
}

/** Lists with more options have a search field. */
const maxWithoutSearch = 12;
/** Further options are not rendered. The person finds them by searching. */
const maxDrawnOptions = 60;

/**
 * Renders a list of checkboxes. Ticked values without an option are in the list with the value as their
 * label. In a list with a search field, ticked options come first and are always found.
 */
export function TickList({
  id,
  legend,
  options,
  ticked,
  onChange,
  mayBeNone = false,
}: TickListProps): ReactNode {
  const { say } = useStudioLanguage();
  const [search, setSearch] = useState('');
  const [isLast, setIsLast] = useState(false);
  const hint = useId();
  const known = new Set(options.map(({ value }) => value));
  const all = [
    ...options,
    ...ticked.filter((value) => !known.has(value)).map((value) => ({ value, label: value })),
  ];
  const wanted = search.trim().toLocaleLowerCase();
  const isSearched = all.length > maxWithoutSearch;
  const matching = all.filter(
    ({ value, label }) =>
      wanted === '' || ticked.includes(value) || label.toLocaleLowerCase().includes(wanted),
  );
  const ordered = isSearched
    ? [
        ...matching.filter(({ value }) => ticked.includes(value)),
        ...matching.filter(({ value }) => !ticked.includes(value)),
      ]
    : matching;

  /** Passes the changed list to `onChange`, or shows a message if it would be empty and must not be. */
  function changeTick(value: string, isTicked: boolean): void {
    const rest = ticked.filter((one) => one !== value);
    const next = isTicked ? [...rest, value] : rest;
    const isAccepted = next.length > 0 || mayBeNone;
    setIsLast(!isAccepted);
    if (isAccepted) onChange(next);
  }

  return (
    <fieldset
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className="st-several st-stack-2"
      aria-describedby={isLast ? hint : undefined}
    >
      <legend className="st-quiet">{legend}</legend>
      {isSearched && (
        <input
          className="st-input st-several-search"
          type="search"
          aria-label={say('rule.find', { list: legend })}
          placeholder={say('search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <div className="st-several-ticks">
        {ordered.slice(0, maxDrawnOptions).map(({ value, label }) => (
          <label key={value} className="st-row">
            <input
              type="checkbox"
              checked={ticked.includes(value)}
              onChange={({ target }) => changeTick(value, target.checked)}
            />
            <span className="st-breaks">{label}</span>
          </label>
        ))}
      </div>
      {ordered.length > maxDrawnOptions && (
        <p className="st-quiet">{say('rule.more', { count: ordered.length - maxDrawnOptions })}</p>
      )}
      {isLast && (
        <p id={hint} className="st-problem" role="alert">
          {say('rule.one-stays')}
        </p>
      )}
    </fieldset>
  );
}
