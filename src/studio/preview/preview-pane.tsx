import { type ReactNode, useRef } from 'react';
import { typesOf } from '#engine/editing/index.ts';
import { searchOf } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import { PreviewControls } from './preview-controls.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { Reasons } from './reasons.tsx';
import { usePreviewQuery, usePreviewSettings } from './settings.ts';
import { useFrames } from './use-frames.ts';
import { useSection } from './use-section.ts';

/** The form as visitors see it, for any site, placement and language; it follows every change. */
export function PreviewPane({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { say } = useStudio();
  const { documents, report } = useDraft();
  const [settings, change] = usePreviewSettings();
  const query = usePreviewQuery(typeKey, settings);
  const { view, state, reason } = useSection(query);
  const [first, second] = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)];
  useFrames(first, view);
  useFrames(second, view);
  const isBroken = report !== undefined && !report.isForm;
  const { width, example } = settings;
  const address = searchOf({ ...query, type: '' });

  return (
    <section className="st-pane st-preview" aria-label={say('preview.of')}>
      <PreviewControls typeKey={typeKey} settings={settings} query={query} onChange={change} />
      {example && (
        <p className="st-notice">
          {say('preview.example')}{' '}
          <a href={`/studio/forms/${encodeURIComponent(typeKey)}`}>{say('preview.example.leave')}</a>
        </p>
      )}
      {isBroken && (
        <p className="st-notice st-notice--warning" role="status">
          {say('preview.broken')} <a href="/studio/checks">{say('checks')}</a>
        </p>
      )}
      {state === 'no-situation' && (
        <p className="st-notice st-notice--warning" role="status">
          {say('preview.no-situation', { reason })}
        </p>
      )}
      {!isBroken && state === 'not-offered' && (
        <p className="st-notice" role="status">
          {say('preview.not-offered', {
            type: typesOf(documents).find(({ key }) => key === query.type)?.key ?? typeKey,
          })}
        </p>
      )}
      <div className={`st-frames st-frames--${width}`}>
        <PreviewFrame
          key={`${address} ${width === 'both'}`}
          ref={first}
          title={say('preview')}
          address={`/studio/preview?${address}`}
          width={width === 'both' ? 'desktop' : width}
        />
        {width === 'both' && (
          <PreviewFrame
            key={`${address} second`}
            ref={second}
            title={say('preview.second')}
            address={`/studio/preview/second?${address}`}
            width="phone"
          />
        )}
      </div>
      <Reasons query={query} />
    </section>
  );
}
