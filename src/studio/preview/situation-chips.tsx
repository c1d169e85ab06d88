import { type ReactNode, useEffect, useState } from 'react';
import { toText } from '#engine/words/sentence.ts';
import { loadDiffering } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import type { SituationView } from '../protocol.ts';
import { type PreviewSettings, settingsOfExample } from './settings.ts';

/** What the chips are drawn from. */
export interface SituationChipsProps {
  readonly typeKey: string;
  readonly settings: PreviewSettings;
  readonly onChange: (settings: Partial<PreviewSettings>) => void;
}

/** The situations in which this form differs: one press has the preview show it, another leaves it. */
export function SituationChips({ typeKey, settings, onChange }: SituationChipsProps): ReactNode {
  const { say } = useStudio();
  const situations = useSituations(typeKey);
  // Its room is kept, so that nothing moves when they come.
  if (situations === undefined) return <div className="st-situations st-situations--awaited" />;
  if (situations.length < 2) return null;
  const shown = keyOf(settings);
  return (
    <ul className="st-situations" aria-label={say('situations')}>
      {situations.map(({ sentence, example }) => {
        const wanted = { ...settingsOfExample(example), language: settings.language };
        const isShown = settings.example !== undefined && keyOf(wanted) === shown;
        const words = sentence.length === 0 ? say('situations.usual') : toText(sentence);
        return (
          <li key={JSON.stringify(example)}>
            <button
              type="button"
              className="st-situation"
              aria-pressed={isShown}
              onClick={() => onChange(isShown ? left : { ...wanted, width: settings.width })}
            >
              {words}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Back to a page of the content. */
const left: Partial<PreviewSettings> = {
  ...{ site: '', placement: 'inline', opens: '', office: '', date: '' },
  example: undefined as never,
};

function keyOf({ placement, date, opens, office, site, example }: PreviewSettings): string {
  return JSON.stringify([placement, date, opens, office, site, example]);
}

/** As they were last found in this page, by type: a form that is opened again has them at once. */
const lastFound = new Map<string, readonly SituationView[]>();

/** The first are asked for at once; those that stand there are renewed when the draft is proven, which takes as long. */
function useSituations(typeKey: string): readonly SituationView[] | undefined {
  const { report } = useDraft();
  const [situations, setSituations] = useState(() => lastFound.get(typeKey));
  const version = report?.isForm && report.isProven ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    if (version >= 0 || !lastFound.has(typeKey))
      loadDiffering(typeKey).then(
        (loaded) => {
          if (!isCurrent || !loaded) return;
          lastFound.set(typeKey, loaded);
          setSituations(loaded);
        },
        // The next version brings another try.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [typeKey, version]);
  return situations;
}
