import { type ReactNode, useId } from 'react';
import { useOutline, useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import type { EnquiryRight, Reach } from '../protocol-people.ts';
import { TickList, type TickOption } from '../rules/tick-list.tsx';
import { enquiryRights } from './enquiry-rights.ts';
import { roles } from './roles.ts';

/** A role to be chosen, what they may do with enquiries, and what both are limited to; an owner is limited to nothing. */
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
  const { role, enquiries, types, sites } = reach;
  // Whoever neither changes anything nor sees enquiries has nothing that could be limited.
  const isLimitable = mayBeLimited(reach);
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
          onChange(chosen === 'owner' ? { role: chosen } : withLimits({ ...reach, role: chosen }));
        }}
      />
      <p className="st-hint" id={id}>
        {say(`role.${role}.may`)}
      </p>
      {role !== 'owner' && (
        <>
          <RightSelect
            right={enquiries}
            onChange={(right) => {
              const { enquiries: _before, ...rest } = reach;
              onChange(withLimits(right ? { ...rest, enquiries: right } : rest));
            }}
          />
          <p className="st-hint">{say(`reach.enquiries.${enquiries ?? 'none'}.may`)}</p>
        </>
      )}
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

/** What somebody, or a program, may do with enquiries; `most` is what there is to be given. */
export function RightSelect({
  right,
  most = 'erase',
  onChange,
}: {
  readonly right: EnquiryRight | undefined;
  readonly most?: EnquiryRight;
  readonly onChange: (right: EnquiryRight | undefined) => void;
}): ReactNode {
  const { say } = useStudio();
  const offered = enquiryRights.slice(0, enquiryRights.indexOf(most) + 1);
  return (
    <LabelledSelect
      label={say('reach.enquiries')}
      value={right ?? 'none'}
      options={(['none', ...offered] as const).map((one) => [one, say(`reach.enquiries.${one}`)] as const)}
      onChange={(value) => onChange(offered.find((one) => one === value))}
    />
  );
}

/** Returns whether nothing is ticked below a limit: such a reach is given to nobody. */
export function isLimitedToNothing({ types, sites }: Reach): boolean {
  return types?.length === 0 || sites?.length === 0;
}

function mayBeLimited({ role, enquiries }: Reach): boolean {
  return role !== 'owner' && (role !== 'viewer' || enquiries !== undefined);
}

/** Limits of whom they say nothing are let go of: they would be there unseen. */
function withLimits(reach: Reach): Reach {
  if (mayBeLimited(reach)) return reach;
  const { types: _types, sites: _sites, ...rest } = reach;
  return rest;
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
            // What somebody gets is ticked by hand, each.
            onChange(target.checked ? [] : undefined)
          }
        />
        {label}
      </label>
      {ticked && <TickList legend={legend} options={options} ticked={ticked} onChange={onChange} mayBeNone />}
    </>
  );
}
