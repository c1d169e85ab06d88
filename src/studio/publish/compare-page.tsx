import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { ComparisonView, DifferenceView, VersionName } from '../../api/consequences.ts';
import type { PreviewQuery, PreviewView } from '../../api/studio.ts';
import { loadPreview, toPreviewSearch } from '../draft/api.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { loadComparison } from '../draft/versions-api.ts';
import type { DifferenceMark, MarksState } from '../preview/messages.ts';
import { PreviewControls } from '../preview/preview-controls.tsx';
import { PreviewFrame } from '../preview/preview-frame.tsx';
import { usePreviewQuery, usePreviewSettings } from '../preview/settings.ts';
import { useComparedFrame } from '../preview/use-frame.ts';
import { useSearch } from '../ui/address.ts';
import { SentenceText } from '../ui/sentence-text.tsx';
import { parseBothVersions } from './compare-address.ts';
import { formatVersionName } from './history/version-texts.tsx';

/**
 * Renders the page that compares two versions: the previews of both, with marks, and the list of differences.
 * Versions and situation are read from the address of the page.
 */
export function ComparePage(): ReactNode {
  const { say } = useStudio();
  const search = useSearch();
  const { from, to } = useMemo(() => parseBothVersions(search), [search]);
  const [settings, change] = usePreviewSettings();
  const query = usePreviewQuery('', settings);
  const compared = useComparedView({ from, to }, query);
  const differences = compared?.kind === 'compared' ? compared.differences : [];
  return (
    <div className="st-page st-page--wide st-compare">
      <div className="st-page-head">
        <h1>{say('compare')}</h1>
        <a href={to === 'draft' ? '/studio/publish' : `/studio/history/${to}`}>{say('compare.back')}</a>
      </div>
      <PreviewControls
        typeKey=""
        settings={settings}
        query={query}
        widths={['free', 'phone', 'tablet', 'desktop']}
        onChange={change}
      />
      <DifferenceList compared={compared} />
      <div className="st-versions-beside">
        <VersionSide name={from} side="from" query={query} differences={differences} width={settings.width} />
        <VersionSide name={to} side="to" query={query} differences={differences} width={settings.width} />
      </div>
    </div>
  );
}

/**
 * Renders the differences as sentences. Undefined means that they are being computed. Renders a message if
 * there are none, or the versions cannot be compared.
 */
function DifferenceList({ compared }: { readonly compared: ComparisonView | undefined }): ReactNode {
  const { say } = useStudio();
  if (compared === undefined)
    return (
      <p className="st-quiet" role="status">
        {say('compare.comparing')}
      </p>
    );
  if (compared.kind === 'not-compared')
    return (
      <p className="st-notice st-notice--warning" role="status">
        {say('compare.not-compared')}
      </p>
    );
  const { differences } = compared;
  return (
    <section className="st-notice" aria-labelledby="st-differences">
      <h2 id="st-differences">{say('compare.here')}</h2>
      <p className="st-visually-hidden" role="status">
        {say('compare.told', { count: differences.length })}
      </p>
      {differences.length === 0 ? (
        <p className="st-quiet">{say('compare.same')}</p>
      ) : (
        <ul aria-labelledby="st-differences">
          {differences.map(({ kind, field, sentence }) => (
            <li key={`${kind} ${field} ${sentenceToText(sentence)}`}>
              <SentenceText sentence={sentence} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Renders the preview of one version, with the marks of the differences, and a notice if the version does not
 * show the section.
 * @param side `from` for the old version, `to` for the new one.
 * @param width `both` is shown as `free`.
 */
function VersionSide({
  name,
  side,
  query,
  differences,
  width,
}: {
  readonly name: VersionName;
  readonly side: 'from' | 'to';
  readonly query: PreviewQuery;
  readonly differences: readonly DifferenceView[];
  readonly width: ReturnType<typeof usePreviewSettings>[0]['width'];
}): ReactNode {
  const { say, locale } = useStudio();
  const frame = useRef<HTMLIFrameElement>(null);
  const section = useVersionSection(query, name);
  const marks = useMemo<MarksState>(
    () => ({ locale, marks: listMarks(differences, side, say) }),
    [differences, side, locale, say],
  );
  useComparedFrame(frame, section.view, marks);
  const title = say(`compare.${side}`, { version: formatVersionName(name, say) });
  const address = toPreviewSearch({ ...query, type: '' });
  return (
    <section className="st-side" aria-label={title}>
      <h2>{title}</h2>
      {section.state !== 'shown' && section.state !== 'loading' && (
        <p className="st-notice" role="status">
          {say(`compare.${section.state}`)}
        </p>
      )}
      <PreviewFrame
        key={address}
        ref={frame}
        title={title}
        address={`/studio/preview${side === 'to' ? '/second' : ''}?${address}`}
        width={width === 'both' ? 'free' : width}
      />
    </section>
  );
}

/**
 * Returns one mark for each part with a difference, for the preview of one version. A part with several
 * differences is marked as gone, else as new, else as changed. In the old version (`from`), only the marks of
 * parts that are gone have sentences; in the new one, all have.
 */
function listMarks(
  differences: readonly DifferenceView[],
  side: 'from' | 'to',
  say: ReturnType<typeof useStudio>['say'],
): readonly DifferenceMark[] {
  const markTargets = new Map<
    string,
    { readonly place: DifferenceMark['place']; readonly own: DifferenceView[] }
  >();
  for (const difference of differences) {
    const place = findMarkTarget(difference);
    if (place === undefined) continue;
    const key = JSON.stringify(place);
    const known = markTargets.get(key) ?? { place, own: [] };
    known.own.push(difference);
    markTargets.set(key, known);
  }
  return [...markTargets.values()].map(({ place, own }): DifferenceMark => {
    const kinds = own.map(({ kind }) => kind);
    const isGone = kinds.some((kind) => /^(?:field|block)-(?:removed|hidden|concealed)$/.test(kind));
    const isNew = kinds.some((kind) => /^(?:field|block)-(?:added|shown|revealed)$/.test(kind));
    const kind = isGone ? 'gone' : isNew ? 'new' : 'changed';
    return {
      place,
      kind,
      word: say(`mark.${kind}`),
      texts: side === 'to' || isGone ? own.map(({ sentence }) => sentenceToText(sentence)) : [],
    };
  });
}

/**
 * Returns the part of the page that is marked for a difference. Undefined if the difference concerns none,
 * but the form as a whole.
 */
function findMarkTarget({ kind, field }: DifferenceView): DifferenceMark['place'] | undefined {
  if (/^type-(?:not-)?(?:offered|opens)$/.test(kind)) return { field: 'enquiry_type' };
  if (kind === 'submit' || kind === 'links') return 'submit';
  if (kind === 'thanks') return 'thanks';
  return field === undefined ? undefined : { field };
}

/**
 * Loads the differences between two versions in the situation of a preview, and again when the draft or the
 * live version changes. Undefined until the first answer for this situation. A failure is ignored.
 */
function useComparedView(
  { from, to }: { readonly from: VersionName; readonly to: VersionName },
  query: PreviewQuery,
): ComparisonView | undefined {
  const { report, published } = useDraftState();
  const [known, setKnown] = useState<{ readonly query: PreviewQuery; readonly view: ComparisonView }>();
  const version = report?.version;
  useEffect(() => {
    // The comparison is loaded again if the draft or the live version changes.
    void [version, published.hash];
    let isCurrent = true;
    loadComparison({ from, to }, query).then(
      (view) => isCurrent && setKnown({ query, view }),
      // The next version of the draft triggers another attempt.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [from, to, query, version, published.hash]);
  return known?.query === query ? known.view : undefined;
}

interface VersionSection {
  /**
   * Undefined until it is loaded for this query. For another `name` or a new version, the previous view stays
   * until the new one is loaded.
   */
  readonly view: PreviewView | undefined;
  /**
   * `no-situation` if the version does not have the situation, `hidden` if it shows no form there. Stays
   * `loading` if loading for this query fails.
   */
  readonly state: 'loading' | 'shown' | 'hidden' | 'no-situation';
}

/**
 * Loads the form of a version (`name`) in the situation of a preview. Loads it again for another query object
 * (compared by identity) or another `name`; the draft also for each checked version of it, other versions for
 * each new live version. If loading again fails, the previous form stays.
 */
function useVersionSection(query: PreviewQuery, name: VersionName): VersionSection {
  const { report, published } = useDraftState();
  const [loaded, setLoaded] = useState<{ readonly query: PreviewQuery; readonly view: PreviewView }>();
  const version = name === 'draft' ? report?.version : published.hash;
  useEffect(() => {
    void version;
    let isCurrent = true;
    loadPreview({ ...query, ...(name !== 'draft' && { of: name }) }).then(
      (view) => isCurrent && setLoaded({ query, view }),
      // The next version of the draft triggers another attempt.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [query, name, version]);
  const view = loaded?.query === query ? loaded.view : undefined;
  if (view === undefined) return { view, state: 'loading' };
  if (view.kind !== 'form') return { view, state: 'no-situation' };
  return { view, state: view.form.isShown ? 'shown' : 'hidden' };
}
