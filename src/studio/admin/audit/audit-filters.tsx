import { type ReactNode, useId } from 'react';
import type { PersonView } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { type AuditFilter, auditActions } from './filter.ts';

/**
 * Renders the filters of the audit log: search text, person, action and period.
 * @param onChange Called at each change, including each typed character, with only the changed part.
 */
export function AuditFilters({
  filter,
  people,
  onChange,
}: {
  readonly filter: AuditFilter;
  readonly people: readonly PersonView[];
  readonly onChange: (part: Partial<AuditFilter>) => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <search className="st-filters" aria-label={say('audit.find')}>
      <FilterInput
        label={say('search')}
        type="search"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <LabelledSelect
        label={say('audit.person')}
        value={filter.person}
        options={[['', say('audit.anybody')], ...people.map(({ id, name }) => [id, name] as const)]}
        onChange={(person) => onChange({ person })}
      />
      <LabelledSelect
        label={say('audit.action')}
        value={filter.action}
        options={[
          ['', say('audit.anything')],
          ...auditActions.map((action) => [action, say(`audit.action.${action}`)] as const),
        ]}
        onChange={(action) => onChange({ action: auditActions.find((one) => one === action) ?? '' })}
      />
      <FilterInput
        label={say('audit.from')}
        type="date"
        value={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <FilterInput
        label={say('audit.until')}
        type="date"
        value={filter.until}
        onChange={(until) => onChange({ until })}
      />
    </search>
  );
}

/** Renders a labelled input that reports each change. The value of a date is `2026-11-23`, or empty. */
function FilterInput({
  label,
  type,
  value,
  onChange,
}: {
  readonly label: string;
  readonly type: 'search' | 'date';
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <span className={type === 'search' ? 'st-choice st-search-box' : 'st-choice'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="st-input"
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
