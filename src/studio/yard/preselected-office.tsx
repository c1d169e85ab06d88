import type { ReactNode } from 'react';
import type { ExampleSituation } from '#engine/check/index.ts';
import type { ScenarioDocument } from '#engine/check/scenarios/index.ts';
import { useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { showsOffices } from './offices.ts';

/**
 * Selects the preselected office of a preview among those of the content, or of the scenarios if the example
 * has a site of its own. Renders nothing if there are none.
 */
export function PreselectedOffice({
  value,
  example,
  isOnOwnSite,
  scenarios,
  onChange,
}: {
  /** The id of the office; empty for none. */
  readonly value: string;
  readonly example: ExampleSituation | undefined;
  readonly isOnOwnSite: boolean;
  readonly scenarios: Partial<ScenarioDocument>;
  readonly onChange: (office: string) => void;
}): ReactNode {
  const { content, say } = useStudio();
  const own = Object.entries({ ...scenarios.offices, ...example?.offices });
  if (!showsOffices(content) && own.length === 0) return null;
  const isOfExample = isOnOwnSite && example?.on.selectedOffice;
  return (
    <LabelledSelect
      label={say('preview.office')}
      value={value}
      options={[
        ['', say(isOfExample ? 'preview.office.own' : 'preview.office.none')],
        ...(isOnOwnSite
          ? own.map(([name, { id }]) => [String(id), name] as const)
          : content.offices.map(({ id, name }) => [id, name] as const)),
      ]}
      onChange={onChange}
    />
  );
}
