import { type ReactNode, useId } from 'react';
import type { AccessScope, EnquiryRight } from '../../../api/people.ts';
import { enquiryRights } from '../../auth/permissions/enquiry-rights.ts';
import { roles } from '../../auth/permissions/roles.ts';
import { useStudio } from '../../draft/context.ts';
import { useNamedOutline } from '../../draft/use-known-types.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { TickList, type TickOption } from '../../ui/tick-list.tsx';

/**
 * Renders fields for the role, the right for enquiries, and the limits of both. An owner has no limits, and a
 * viewer without enquiries none either. Choosing such a role removes them.
 */
export function ScopeFields({
  reach,
  onChange,
}: {
  readonly reach: AccessScope;
  readonly onChange: (reach: AccessScope) => void;
}): ReactNode {
  const { say, content } = useStudio();
  const outline = useNamedOutline();
  const id = useId();
  const { role, enquiries, types, sites } = reach;
  const isLimitable = mayBeLimited(reach);
  /** Sets the types or sites to which the scope is limited. Undefined removes the limit. */
  const setLimit = (part: 'types' | 'sites', names: readonly string[] | undefined) => {
    const { [part]: _before, ...rest } = reach;
    onChange(names === undefined ? rest : { ...rest, [part]: names });
  };
  return (
    <div className="st-reach st-stack-3 st-start">
      <LabelledSelect
        label={say('role')}
        value={role}
        options={roles.map((one) => [one, say(`role.${one}`)] as const)}
        onChange={(value) => {
          const chosen = roles.find((one) => one === value) ?? 'viewer';
          onChange(chosen === 'owner' ? { role: chosen } : removeUselessLimits({ ...reach, role: chosen }));
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
              onChange(removeUselessLimits(right ? { ...rest, enquiries: right } : rest));
            }}
          />
          <p className="st-hint">{say(`reach.enquiries.${enquiries ?? 'none'}.may`)}</p>
        </>
      )}
      {isLimitable && (
        <>
          <LimitField
            label={say('reach.limit-types')}
            legend={say('forms.type')}
            options={outline.map(({ key, title }) => ({ value: key, label: title }))}
            ticked={types}
            onChange={(names) => setLimit('types', names)}
          />
          <LimitField
            label={say('reach.limit-sites')}
            legend={say('rule.sites')}
            options={content.sites.map((site) => ({ value: site.id, label: site.name }))}
            ticked={sites}
            onChange={(names) => setLimit('sites', names)}
          />
        </>
      )}
    </div>
  );
}

/**
 * Renders a select for a right for enquiries, or none (undefined).
 * @param most The greatest right that can be given.
 */
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

/** Returns true if a scope is limited to no types or to no sites. The server refuses such a scope. */
export function hasEmptyLimit({ types, sites }: AccessScope): boolean {
  return types?.length === 0 || sites?.length === 0;
}

/** Returns true if types and sites can limit a scope: not for owners, nor for viewers without enquiries. */
function mayBeLimited({ role, enquiries }: AccessScope): boolean {
  return role !== 'owner' && (role !== 'viewer' || enquiries !== undefined);
}

/**
 * Returns a scope without limits that have no effect, because they would be stored but not shown. A scope
 * that may be limited is returned unchanged.
 */
function removeUselessLimits(reach: AccessScope): AccessScope {
  if (mayBeLimited(reach)) return reach;
  const { types: _types, sites: _sites, ...rest } = reach;
  return rest;
}

/**
 * Renders a checkbox that switches a limit on, initially to nothing, and then a list of what the limit allows
 * (`ticked`; undefined: no limit).
 */
function LimitField({
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
            // Starts without ticks, so that each permission is given deliberately.
            onChange(target.checked ? [] : undefined)
          }
        />
        {label}
      </label>
      {ticked && <TickList legend={legend} options={options} ticked={ticked} onChange={onChange} mayBeNone />}
    </>
  );
}
