import { type ReactNode, useEffect, useState } from 'react';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { SituationView } from '../../api/studio.ts';
import { loadDifferingSituations } from '../draft/api.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { type PreviewSettings, toExampleSettings } from './settings.ts';

export interface SituationSelectProps {
  /** The key of the type. It must not change while this is mounted. */
  readonly typeKey: string;
  readonly settings: PreviewSettings;
  /** Called with the settings to change when a situation is selected. */
  readonly onChange: (settings: Partial<PreviewSettings>) => void;
}

/**
 * Renders a select with each situation in which this form differs, and the usual one. Selecting one shows it in the
 * preview. Only the usual one is offered before they are loaded. If the preview shows a situation that is not listed,
 * that one is selected as "Another situation".
 */
export function SituationSelect({ typeKey, settings, onChange }: SituationSelectProps): ReactNode {
  const { say } = useStudio();
  const situations = useDifferingSituations(typeKey) ?? [];
  const shown = toSituationKey(settings);
  const listed = situations
    .filter(({ sentence }) => sentence.length > 0)
    .map(({ sentence, example }) => {
      const wanted = { ...toExampleSettings(example), language: settings.language };
      return { key: toSituationKey(wanted), wanted, label: sentenceToText(sentence) };
    });
  const isListed = settings.example === undefined || listed.some(({ key }) => key === shown);
  const usual = situations.find(({ sentence }) => sentence.length === 0);
  const isUsual =
    settings.example === undefined ||
    (usual !== undefined &&
      toSituationKey({ ...toExampleSettings(usual.example), language: settings.language }) === shown);
  return (
    <LabelledSelect
      label={say('situations.seen-by')}
      title={say('situations')}
      value={isUsual ? '' : shown}
      options={[
        ['', say('situations.usual')],
        ...listed.map(({ key, label }) => [key, label] as const),
        ...(isListed || isUsual ? [] : [[shown, say('situations.other')] as const]),
      ]}
      onChange={(value) => {
        const chosen = listed.find(({ key }) => key === value);
        if (chosen) onChange({ ...chosen.wanted, width: settings.width });
        else if (value === '') onChange(resetSettings);
      }}
    />
  );
}

/** The settings that reset the preview: no example and no other situation. */
const resetSettings: Partial<PreviewSettings> = {
  site: '',
  placement: 'inline',
  opens: '',
  preselection: '',
  date: '',
  example: undefined as never,
};

/** Returns a text that is equal for settings that show the same situation, in whatever language and width. */
function toSituationKey({ placement, date, opens, preselection, site, example }: PreviewSettings): string {
  return JSON.stringify([placement, date, opens, preselection, site, example]);
}

/** The last loaded situations by type, so that a form that is opened again shows them at once. */
const cachedSituations = new Map<string, readonly SituationView[]>();

/**
 * Returns the situations in which the form of a type differs. Loads them at once if none are cached, and
 * again when the checks of a new version of the draft are complete. Undefined before the first success; after
 * a later failure, the former ones stay.
 */
function useDifferingSituations(typeKey: string): readonly SituationView[] | undefined {
  const { report } = useDraftState();
  const [situations, setSituations] = useState(() => cachedSituations.get(typeKey));
  const version = report?.isForm && report.isProven ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    if (version >= 0 || !cachedSituations.has(typeKey))
      loadDifferingSituations(typeKey).then(
        (loaded) => {
          if (!isCurrent || !loaded) return;
          cachedSituations.set(typeKey, loaded);
          setSituations(loaded);
        },
        // The next version of the draft triggers another attempt.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [typeKey, version]);
  return situations;
}
