import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { addTemplate, type FormTemplate, getFallbackLocale, listTextLocales } from '#engine/editing/index.ts';
import type { PreviewQuery, PreviewView } from '../../../api/studio.ts';
import { loadChangedPreview } from '../../draft/api.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { PreviewFrame } from '../../preview/preview-frame.tsx';
import { useComparedFrame } from '../../preview/use-frame.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { getOwnLanguageName } from '../../ui/language-name.ts';

/** Shows the form that a template would add, as a visitor of the first site sees it, in each language of the draft. */
export function TemplatePreview({
  template,
  title,
}: {
  readonly template: FormTemplate;
  readonly title: string;
}): ReactNode {
  const { say, locale: studioLocale } = useStudio();
  const { documents } = useDraftState();
  const [chosen, setChosen] = useState('');
  const frame = useRef<HTMLIFrameElement>(null);
  const locales = listTextLocales(documents);
  const wanted = [chosen, studioLocale].find((one) => locales.includes(one));
  const locale = wanted ?? getFallbackLocale(documents);
  const { view, hasFailed } = useChangedPreview(template, title, locale);
  const marks = useMemo(() => ({ locale: studioLocale, marks: [] }), [studioLocale]);
  useComparedFrame(frame, view, marks);
  return (
    <section className="st-template-preview st-stack-2" aria-label={say('templates.preview')}>
      <div className="st-wrap">
        <strong>{say('templates.preview')}</strong>
        <LabelledSelect
          label={say('preview.language')}
          value={locale}
          options={locales.map((one) => [one, getOwnLanguageName(one)] as const)}
          onChange={setChosen}
        />
      </div>
      {hasFailed ? (
        <p className="st-notice">{say('templates.no-preview')}</p>
      ) : (
        <PreviewFrame
          key={locale}
          ref={frame}
          title={say('templates.preview')}
          address={`/studio/preview?locale=${encodeURIComponent(locale)}`}
          width="free"
        />
      )}
    </section>
  );
}

/** Loads the form of the draft with a template. `hasFailed` if it cannot be shown. */
function useChangedPreview(
  template: FormTemplate,
  title: string,
  locale: string,
): { readonly view: PreviewView | undefined; readonly hasFailed: boolean } {
  const { documents } = useDraftState();
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly view?: PreviewView }>();
  // The title is another with each key; the preview needs none of them.
  const of = JSON.stringify([template.names, locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: neither the title nor later changes of the draft load it again.
  useEffect(() => {
    let isCurrent = true;
    const { key, patches } = addTemplate(documents, template, title);
    const query: PreviewQuery = { site: '', placement: 'inline', locale, type: key };
    loadChangedPreview(query, patches).then(
      (view) => isCurrent && setLoaded({ of, view }),
      () => isCurrent && setLoaded({ of }),
    );
    return () => {
      isCurrent = false;
    };
  }, [of]);
  const view = loaded?.of === of ? loaded.view : undefined;
  return { view, hasFailed: loaded?.of === of && view?.kind !== 'form' };
}
