import { type ReactNode, useId, useState } from 'react';
import type { Documents } from '#engine';
import type { ScenarioDocument } from '#engine/check/scenarios/index.ts';
import { listTextLocales } from '#engine/editing/index.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useNamedOutline } from '../draft/use-known-types.ts';
import { PreselectionControl } from '../preset/preview.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { PreviewTool } from '../ui/preview-tool.tsx';
import { previewWidths as everyWidth, type PreviewSettings, placements } from './settings.ts';

export interface PreviewControlsProps {
  /** The key of the type of this form. Empty if the preview belongs to no type. */
  readonly typeKey: string;
  readonly settings: PreviewSettings;
  /** The query that follows from `settings`, with the defaults that they leave open. */
  readonly query: PreviewQuery;
  /** The offered widths. Absent: all. */
  readonly widths?: readonly PreviewSettings['width'][];
  /** Called with the changed settings only. */
  readonly onChange: (change: Partial<PreviewSettings>) => void;
  /** A control that follows the language. */
  readonly situations?: ReactNode;
  /** Buttons in the line below, which begins with the width and ends with the button for more settings. */
  readonly children?: ReactNode;
}

/**
 * Renders the controls of the preview: site, placement, language, width, preselection, type and date.
 * Any combination is possible, even if no page of the content has it. Preselection, type and date are folded
 * at first if none of them is set.
 */
export function PreviewControls({
  typeKey,
  settings,
  query,
  widths = everyWidth,
  onChange,
  situations,
  children,
}: PreviewControlsProps): ReactNode {
  const { content, say } = useStudio();
  const { documents } = useDraftState();
  const { example } = settings;
  const own = example && settings.site === '';
  const types = useNamedOutline();
  const scenarios = getScenarios(documents);
  const more = useId();
  // Unfolded by default if any of the hidden controls is set, but not by an example, which sets them itself.
  const [chosen, setIsOpen] = useState<boolean>();
  const opens = typeKey === '' && settings.opens === 'page' ? '' : settings.opens;
  const isSet = [settings.preselection, opens, settings.date].some((value) => value !== '');
  const isOpen = chosen ?? (isSet && example === undefined);
  return (
    <div className="st-preview-bar">
      <div className="st-preview-row">
        <LabelledSelect
          label={say('preview.site')}
          title={say('preview.site')}
          value={query.site}
          options={[
            ...(own
              ? [
                  [
                    '',
                    say('preview.site.own', { site: String(example.on.site ?? scenarios.usual?.site ?? '') }),
                  ] as const,
                ]
              : []),
            ...content.sites.map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(site) => onChange({ site, preselection: '' })}
        />
        <LabelledSelect
          label={say('preview.placement')}
          title={say('preview.placement')}
          value={settings.placement}
          options={placements.map((name) => [name, say(`placement.${name}`)])}
          onChange={(value) => onChange({ placement: placements.find((one) => one === value) ?? 'inline' })}
        />
        <LabelledSelect
          label={say('preview.language')}
          title={say('preview.language')}
          value={query.locale}
          options={listTextLocales(documents).map((one) => [one, getOwnLanguageName(one)])}
          onChange={(language) => onChange({ language })}
        />
        {situations}
      </div>
      <div className="st-preview-row st-preview-tools">
        <LabelledSelect
          label={say('preview.width')}
          title={say('preview.width')}
          value={settings.width}
          options={widths.map((name) => [name, say(`width.${name}`)])}
          onChange={(value) => onChange({ width: widths.find((one) => one === value) ?? 'free' })}
        />
        {children}
        <PreviewTool
          icon="M2.5 5h6m4 0h1M2.5 11h1m4 0h6M10.5 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4M5.5 9a2 2 0 1 1 0 4 2 2 0 0 1 0-4"
          label={say(isOpen ? 'preview.fewer' : 'preview.more')}
          isRare
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <div id={more} className="st-preview-more" hidden={!isOpen}>
        <PreselectionControl
          value={settings.preselection}
          example={example}
          isOnOwnSite={Boolean(own)}
          scenarios={scenarios}
          onChange={(preselection) => onChange({ preselection })}
        />
        <LabelledSelect
          label={say('preview.opens')}
          value={query.type ?? ''}
          options={[['', say('preview.opens.page')], ...types.map(({ key, title }) => [key, title] as const)]}
          onChange={(opens) => onChange({ opens: opens === typeKey ? '' : opens || 'page' })}
        />
        <DateField
          label={say('preview.date')}
          value={settings.date}
          onChange={(date) => onChange({ date })}
        />
      </div>
    </div>
  );
}

/** Returns the scenarios document of the draft without validating it. Empty if there is none. */
function getScenarios(documents: Documents): Partial<ScenarioDocument> {
  return { ...Object(documents['scenarios.json']) };
}

/** Renders a date field (`2026-11-23`, or empty). Reports each change, also while a year is being typed. */
function DateField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="st-input"
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
