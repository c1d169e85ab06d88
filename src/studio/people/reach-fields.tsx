import { type ReactNode, useId } from 'react';
import { useOutline, useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import type { Reach } from '../protocol-people.ts';
import { TickList, type TickOption } from '../rules/tick-list.tsx';
import { roles } from './roles.ts';

/** A role to be chosen, and what it is limited to; an owner is limited to nothing. */
export function ReachFields({
  reach,
  onChange,
}: {
  readonly reach: Reach;
  readonly onChange: (reach: Reach) => void;
}): ReactNode {
  const { say, content } = useStudio();
  const outline = useOutline();
  const id = useId();
  const { role, types, sites } = reach;
  const isLimitable = role !== 'owner' && role !== 'viewer';
  const limitTo = (part: 'types' | 'sites', names: readonly string[] | undefined) => {
    const { [part]: _before, ...rest } = reach;
    onChange(names === undefined ? rest : { ...rest, [part]: names });
  };
  return (
    <div className="st-reach">
      <LabelledSelect
        label={say('role')}
        value={role}
        options={roles.map((one) => [one, say(`role.${one}`)] as const)}
        onChange={(value) => {
          const chosen = roles.find((one) => one === value) ?? 'viewer';
          onChange(chosen === 'owner' || chosen === 'viewer' ? { role: chosen } : { ...reach, role: chosen });
        }}
      />
      <p className="st-hint" id={id}>
        {say(`role.${role}.may`)}
      </p>
      {isLimitable && (
        <>
          <Limit
            label={say('reach.limit-types')}
            legend={say('forms.type')}
            options={outline.map(({ key, title }) => ({ value: key, label: title }))}
            ticked={types}
            onChange={(names) => limitTo('types', names)}
          />
          <Limit
            label={say('reach.limit-sites')}
            legend={say('rule.sites')}
            options={content.sites.map((site) => ({ value: site.id, label: site.name }))}
            ticked={sites}
            onChange={(names) => limitTo('sites', names)}
          />
        </>
      )}
    </div>
  );
}

function Limit({
  label,
  legend,
  options,
  ticked,
  onChange,
}: {
  readonly label: string;
  readonly legend: string;
  readonly options: readonly TickOption[];
  readonly ticked: readonly string[] | undefined;
  readonly onChange: (ticked: readonly string[] | undefined) => void;
}): ReactNode {
  return (
    <>
      <label className="st-tick">
        <input
          type="checkbox"
          checked={ticked !== undefined}
          onChange={({ target }) =>
            onChange(target.checked ? options.slice(0, 1).map(({ value }) => value) : undefined)
          }
        />
        {label}
      </label>
      {ticked && <TickList legend={legend} options={options} ticked={ticked} onChange={onChange} />}
    </>
  );
}
