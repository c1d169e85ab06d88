import { type ReactNode, useEffect, useState } from 'react';
import { loadReasons } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import type { PreviewQuery, ReasonsView } from '../protocol.ts';
import { Said } from '../said.tsx';

/** Why the preview shows what it shows: every field, the hidden ones too, with the rules that decided it. */
export function Reasons({ query }: { readonly query: PreviewQuery }): ReactNode {
  const { say } = useStudio();
  const view = useReasons(query);
  return (
    <details className="st-reasons">
      <summary>{say('reasons')}</summary>
      {view && (
        <>
          <p>
            <Said sentence={view.section} />
          </p>
          <dl>
            {view.fields.map(({ name, label, isShown, reasons }) => (
              <div key={name} className={isShown ? undefined : 'st-ghost'}>
                <dt>
                  {label}
                  {!isShown && <span className="st-state">{say('reasons.hidden')}</span>}
                </dt>
                {reasons.map(({ about, sentence }) => (
                  <dd key={about}>
                    <Said sentence={sentence} />
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </>
      )}
    </details>
  );
}

function useReasons(query: PreviewQuery): ReasonsView | undefined {
  const { report } = useDraft();
  const [view, setView] = useState<ReasonsView>();
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    if (version >= 0)
      loadReasons(query).then(
        (loaded) => isCurrent && loaded && setView(loaded),
        // The next version brings another try.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [query, version]);
  return view;
}
