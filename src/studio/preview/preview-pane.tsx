import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { fallbackLocale, localesOf, typesOf } from '#engine/editing/index.ts';
import { loadPreview, searchOf } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import type { PreviewMessage, PreviewQuery, PreviewView } from '../protocol.ts';
import { Reasons } from './reasons.tsx';
import { withTexts } from './with-texts.ts';

const placements = ['inline', 'modal', 'landing'] as const;

/** The form as visitors see it, for any site, placement and language; it follows every change. */
export function PreviewPane({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { content, say } = useStudio();
  const { documents, report } = useDraft();
  const [site, setSite] = useState(content.sites[0]?.id ?? '');
  const [placement, setPlacement] = useState<PreviewQuery['placement']>('inline');
  const [locale, setLocale] = useState(fallbackLocale(documents));
  const [isPhone, setIsPhone] = useState(false);
  const query = useMemo<PreviewQuery>(
    () => ({ site, placement, locale, type: typeKey }),
    [site, placement, locale, typeKey],
  );
  const frame = useRef<HTMLIFrameElement>(null);
  const state = useSection(query, frame);
  const isBroken = report !== undefined && !report.isForm;

  return (
    <section className="st-pane st-preview" aria-label={say('preview.of')}>
      <div className="st-preview-bar">
        <LabelledSelect
          label={say('preview.site')}
          value={site}
          options={content.sites.map(({ id, name }) => [id, name])}
          onChange={setSite}
        />
        <LabelledSelect
          label={say('preview.placement')}
          value={placement}
          options={placements.map((name) => [name, say(`placement.${name}`)])}
          onChange={(value) => setPlacement(placements.find((one) => one === value) ?? 'inline')}
        />
        <LabelledSelect
          label={say('preview.language')}
          value={locale}
          options={localesOf(documents).map((one) => [one, languageName(one)])}
          onChange={setLocale}
        />
        <button
          type="button"
          className="st-button"
          aria-pressed={isPhone}
          onClick={() => setIsPhone(!isPhone)}
        >
          {say('preview.phone')}
        </button>
      </div>
      {isBroken && (
        <p className="st-notice st-notice--warning" role="status">
          {say('preview.broken')} <a href="/studio/checks">{say('checks')}</a>
        </p>
      )}
      {!isBroken && state === 'not-offered' && (
        <p className="st-notice" role="status">
          {say('preview.not-offered', {
            type: typesOf(documents).find(({ key }) => key === typeKey)?.key ?? typeKey,
          })}
        </p>
      )}
      <div className={isPhone ? 'st-frame st-frame--phone' : 'st-frame'}>
        <iframe
          key={searchOf({ ...query, type: '' })}
          ref={frame}
          title={say('preview')}
          src={`/studio/preview?${searchOf(query)}`}
        />
      </div>
      <Reasons query={query} />
    </section>
  );
}

/** Hands the frame each new section of the draft, once it listens; tells whether the type is offered there. */
function useSection(
  query: PreviewQuery,
  frame: React.RefObject<HTMLIFrameElement | null>,
): 'loading' | 'shown' | 'not-offered' {
  const { documents, report } = useDraft();
  const [loaded, setLoaded] = useState<PreviewView>();
  const [isReady, setIsReady] = useState(false);
  const version = report?.isForm ? report.version : -1;

  useEffect(() => {
    const onMessage = ({ source, data, origin }: MessageEvent<PreviewMessage>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data.kind === 'ready')
        setIsReady(true);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [frame]);

  useEffect(() => {
    let isCurrent = true;
    if (version < 0) return;
    loadPreview(query).then(
      // A draft that is no form for a moment leaves the last one there.
      (view) => isCurrent && view.kind === 'form' && setLoaded(view),
      // The next version brings another try.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [query, version]);

  const view = useMemo(() => loaded && withTexts(loaded, documents), [loaded, documents]);
  useEffect(() => {
    if (!view || !isReady) return;
    const message: PreviewMessage = { kind: 'show', view };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [view, isReady, frame]);

  if (view?.kind !== 'form') return 'loading';
  return view.form.section.form.types.some(({ key }) => key === query.type) ? 'shown' : 'not-offered';
}

/** A language by its own name: `languageName('de') // 'Deutsch'`. */
export function languageName(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}
