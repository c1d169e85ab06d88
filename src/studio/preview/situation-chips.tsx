import { type ReactNode, useEffect, useState } from 'react';
import { sentenceToText } from '#engine/sentences/sentence.ts';
import { loadDifferingSituations } from '../api.ts';
import { useDraftState, useStudio } from '../context.ts';
import type { SituationView } from '../protocol.ts';
import { type PreviewSettings, toExampleSettings } from './settings.ts';

export interface SituationChipsProps {
  readonly typeKey: string;
  readonly settings: PreviewSettings;
  readonly onChange: (settings: Partial<PreviewSettings>) => void;
}

/**
 * Buttons for the situations in which this form differs. Pressing one shows it in the preview; pressing it
 * again returns.
 */
export function SituationChips({ typeKey, settings, onChange }: SituationChipsProps): ReactNode {
  const { say } = useStudio();
  const situations = useSituations(typeKey);
  // A placeholder reserves the space, so that nothing moves when they appear.
  if (situations === undefined) return <div className="st-situations st-situations--awaited" />;
  if (situations.length < 2) return null;
  const shown = getSettingsKey(settings);
  return (
    <ul className="st-situations" aria-label={say('situations')}>
      {situations.map(({ sentence, example }) => {
        const wanted = { ...toExampleSettings(example), language: settings.language };
        const isShown = settings.example !== undefined && getSettingsKey(wanted) === shown;
        const words = sentence.length === 0 ? say('situations.usual') : sentenceToText(sentence);
        return (
          <li key={JSON.stringify(example)}>
            <button
              type="button"
              className="st-situation"
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

/** The settings for leaving an example. */
const resetSettings: Partial<PreviewSettings> = {
  site: '',
  placement: 'inline',
  opens: '',
  office: '',
  date: '',
  example: undefined as never,
};

function getSettingsKey({ placement, date, opens, office, site, example }: PreviewSettings): string {
  return JSON.stringify([placement, date, opens, office, site, example]);
}

/** The latest situations by type, so that a form that is opened again shows them at once. */
const lastFound = new Map<string, readonly SituationView[]>();

/**
 * Loads the situations at once if none are cached. Otherwise they are loaded again when the draft is proven,
 * which takes a while.
 */
function useSituations(typeKey: string): readonly SituationView[] | undefined {
  const { report } = useDraftState();
  const [situations, setSituations] = useState(() => lastFound.get(typeKey));
  const version = report?.isForm && report.isProven ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    if (version >= 0 || !lastFound.has(typeKey))
      loadDifferingSituations(typeKey).then(
        (loaded) => {
          if (!isCurrent || !loaded) return;
          lastFound.set(typeKey, loaded);
          setSituations(loaded);
        },
        // The next version tries again.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [typeKey, version]);
  return situations;
}
