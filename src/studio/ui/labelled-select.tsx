import { type ReactNode, useId, useState } from 'react';
import { useStudioLanguage } from './language.ts';

export interface LabelledSelectProps {
  readonly label: string;
  /** A longer description of the choice, as a tooltip. Absent: there is none. */
  readonly title?: string;
  /** The value of the selected option. */
  readonly value: string;
  /** The options in the order in which they are shown. Their values are unique. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** Renders a select with its label. Calls `onChange` with the value of the option that a person selects. */
export function LabelledSelect({ label, title, value, options, onChange }: LabelledSelectProps): ReactNode {
  const id = useId();
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} title={title} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Longer lists have a search field. */
const maxWithoutSearch = 20;

/**
 * Renders a select as `LabelledSelect` does, with a field that searches its options if they are many. The first
 * option, which stands for no choice, and the selected one are always found.
 */
export function SearchedSelect(props: LabelledSelectProps): ReactNode {
  const { value, options } = props;
  const { say } = useStudioLanguage();
  const [search, setSearch] = useState('');
  if (options.length <= maxWithoutSearch) return <LabelledSelect {...props} />;
  const wanted = search.trim().toLocaleLowerCase();
  const found = options.filter(
    ([key, text], at) => at === 0 || key === value || text.toLocaleLowerCase().includes(wanted),
  );
  return (
    <>
      <input
        className="st-input"
        type="search"
        aria-label={say('search')}
        placeholder={say('search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          // Enter would send the form around it, with another choice than the one that was searched.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <LabelledSelect {...props} options={found} />
    </>
  );
}
