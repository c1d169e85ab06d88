import { type ReactNode, useEffect, useState } from 'react';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { SituationView } from '../../api/studio.ts';
import { loadDifferingSituations } from '../draft/api.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { type PreviewSettings, toExampleSettings } from './settings.ts';

export interface SituationChipsProps {
  /** The key of the type. It must not change while this is mounted. */
  readonly typeKey: string;
  readonly settings: PreviewSettings;
  /** Called with the settings to change when a button is pressed. */
  readonly onChange: (settings: Partial<PreviewSettings>) => void;
}

/**
 * Renders a button for each situation in which this form differs, including the usual one; nothing if there
 * are fewer than two, and a placeholder before they are loaded. Pressing a button shows its situation in the
 * preview; pressing it again resets the preview.
 */
export function SituationChips({ typeKey, settings, onChange }: SituationChipsProps): ReactNode {
  const { say } = useStudio();
  const situations = useDifferingSituations(typeKey);
  // A placeholder reserves the space, so that nothing moves when they appear.
  if (situations === undefined) return <div className="st-situations st-situations--awaited" />;
  if (situations.length < 2) return null;
  const shown = toSituationKey(settings);
  return (
    <ul className="st-situations" aria-label={say('situations')}>
      {situations.map(({ sentence, example }) => {
        const wanted = { ...toExampleSettings(example), language: settings.language };
        const isShown = settings.example !== undefined && toSituationKey(wanted) === shown;
        const words = sentence.length === 0 ? say('situations.usual') : sentenceToText(sentence);
        return (
          <li key={JSON.stringify(example)}>
            <button
              type="button"
              className="st-chip"
              aria-pressed={isShown}
              onClick={() => onChange(isShown ? resetSettings : { ...wanted, width: settings.width })}
            >
              {words}
            </button>
          </li>
        );
      })}
    </ul>
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
