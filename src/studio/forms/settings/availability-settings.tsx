import type { ReactNode } from 'react';
import { findTypeSites, listOtherExclusions, setTypeSites } from '#engine/editing/index.ts';
import { ReadOnlyNotice } from '../../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { RuleSentences } from '../../rules/field-rules.tsx';
import { TickList } from '../../ui/tick-list.tsx';
import { CapacityFields } from './capacity-fields.tsx';
import { PeriodFields } from './period-fields.tsx';
import { SettingsRule } from './settings-rule.tsx';
import { type SettingsSectionProps, useTypeEdit } from './use-type-edit.ts';

/** Edits the sites and the days on which a type is offered, and shows the rules that this writes. */
export function AvailabilitySettings({ type, name }: SettingsSectionProps): ReactNode {
  const { key } = type;
  const { say, content, mayChange } = useStudio();
  const { documents } = useDraftState();
  const edit = useTypeEdit({ type, name });
  const all = content.sites.map(({ id }) => id);
  const offered = findTypeSites(documents, key);
  const others = listOtherExclusions(documents, key);
  const ticked = offered.sites?.map(String) ?? all;
  const isMine = mayChange(key);

  /** Writes the ticked sites; the rule is removed if all are ticked. */
  function chooseSites(sites: readonly string[]): void {
    // An id that was there already is written as before.
    const written = sites.map((id) => offered.sites?.find((one) => String(one) === id) ?? id);
    const isEverywhere = all.every((id) => sites.includes(id));
    edit.perform(
      'sites',
      setTypeSites(documents, key, {
        sites: isEverywhere ? undefined : written,
        description: edit.describe('type-settings.sites-rule'),
      }),
    );
  }

  return (
    <section className="st-stack-3">
      <h2>{say('type-settings.offered')}</h2>
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      <fieldset className="st-fieldset st-stack-3" disabled={!isMine}>
        <legend className="st-visually-hidden">{say('type-settings.offered')}</legend>
        <TickList
          id="setting-sites"
          legend={say('type-settings.sites')}
          options={content.sites.map((site) => ({ value: site.id, label: site.name }))}
          ticked={ticked}
          onChange={chooseSites}
        />
        <SettingsRule id={offered.rule} />
        <PeriodFields type={key} edit={edit} />
        <CapacityFields type={type} edit={edit} />
      </fieldset>
      {others.length > 0 && (
        <div className="st-notice">
          <p>{say('type-settings.other-rules', { count: others.length })}</p>
          <RuleSentences ids={others} />
        </div>
      )}
      <a href="/studio/forms#where">{say('type-settings.where')}</a>
    </section>
  );
}
