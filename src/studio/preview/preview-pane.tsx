import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Values } from '#engine';
import {
  findOutlineField,
  getFallbackLocale,
  listOutlineNames,
  type OutlineType,
} from '#engine/editing/index.ts';
import type { DryRunView, PreviewQuery, ReasonsView } from '../../api/studio.ts';
import { loadDryRun, toPreviewSearch } from '../draft/api.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useKnownTypes, useNamedOutline } from '../draft/use-known-types.ts';
import { PreviewTool } from '../ui/preview-tool.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import type { FollowState, InspectState, PreviewTarget } from './messages.ts';
import { PreviewControls } from './preview-controls.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewReasons, ReasonList } from './reasons.tsx';
import { SaveExpectation } from './save-expectation.tsx';
import { usePreviewQuery, usePreviewSettings } from './settings.ts';
import { SharePreview } from './share-preview.tsx';
import { SituationSelect } from './situation-select.tsx';
import { TargetDetails } from './target-details.tsx';
import { focusChosenPart, usePreviewFrame } from './use-frame.ts';
import { useInspection } from './use-inspection.ts';
import { useReasons } from './use-reasons.ts';
import { type PreviewSection, usePreviewSection } from './use-section.ts';
import { replaceTexts } from './with-texts.ts';

export interface PreviewPaneProps {
  readonly typeKey: string;
  /** The name of the field that is chosen in the studio. */
  readonly chosen: string | undefined;
  /** Called with the field that the user focused, clicked or picked in the preview. */
  readonly onChoose: (field: string) => void;
  /** Goes to the input for a text of a field. */
  readonly onEdit: (field: string, part: 'label' | 'hint') => void;
}

/**
 * Renders the form as visitors see it, with controls for the situation. It is updated with each change of the
 * draft, explains its state, and offers inspecting and dry runs.
 */
export function PreviewPane({ typeKey, chosen, onChoose, onEdit }: PreviewPaneProps): ReactNode {
  const { say, mayChange } = useStudio();
  const { documents } = useDraftState();
  const outline = useNamedOutline();
  const [settings, change] = usePreviewSettings();
  const query = usePreviewQuery(typeKey, settings);
  const section = usePreviewSection(query);
  const [entered, setEntered] = useState<Values>();
  const reasoned = useReasons(query, entered);
  const reasons = reasoned.view;
  const first = useRef<HTMLIFrameElement>(null);
  const second = useRef<HTMLIFrameElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [picked, pick] = useState(0);
  const onBegin = useCallback((state: InspectState) => focusChosenPart(first.current, state), []);
  const { state, target, setTarget, setOn, setWithHidden } = useInspection(reasons, chosen, toggle, onBegin);
  const isWrittenInPanel = query.locale === getFallbackLocale(documents);

  const onPicked = useCallback(
    ({ field, part, ...rest }: PreviewTarget) => {
      setTarget({ ...(field !== undefined && { field }), part, ...rest });
      const isOwn = field !== undefined && field !== 'enquiry_type';
      if (isOwn && isWrittenInPanel && (part === 'label' || part === 'hint')) return onEdit(field, part);
      if (isOwn) onChoose(field);
      pick((count) => count + 1);
    },
    [setTarget, onEdit, onChoose, isWrittenInPanel],
  );
  const onInspect = useCallback(
    (isOn: boolean) => {
      setOn(isOn);
      if (isOn) onBegin({ ...state, isOn: true });
      else toggle.current?.focus();
    },
    [setOn, onBegin, state],
  );
  const [lastDryRun, setLastDryRun] = useState<DryRunView | null>(null);
  const onSent = useCallback(() => void loadDryRun().then(setLastDryRun, () => undefined), []);
  /** Closes the result of the dry run, and reloads the frames. */
  const onClose = () => {
    setLastDryRun(null);
    // A section that has sent accepts no more input.
    for (const { current } of [first, second]) current?.contentWindow?.location.reload();
  };
  const following = { typeKey, chosen, onChoose };
  const followedFirst = useFollowState(outline, following);
  const followedSecond = useFollowState(outline, following);
  const talk = {
    view: section.view,
    changed: section.changed,
    inspected: state,
    onPointed: setTarget,
    onPicked,
    onInspect,
    onSent,
  };
  usePreviewFrame(first, { ...talk, ...followedFirst, onEntered: setEntered });
  usePreviewFrame(second, { ...talk, ...followedSecond, onEntered: doNothing });
  const { width, example } = settings;
  const address = toPreviewSearch({ ...query, type: '' });

  return (
    <section className="st-pane st-preview" aria-label={say('preview.of')}>
      <PreviewControls
        typeKey={typeKey}
        settings={settings}
        query={query}
        onChange={change}
        situations={<SituationSelect key={typeKey} typeKey={typeKey} settings={settings} onChange={change} />}
      >
        <PreviewTool
          ref={toggle}
          icon="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5l3 3M7 5.5v.01M7 7.5v2"
          label={say('inspect')}
          aria-pressed={state.isOn}
          aria-keyshortcuts="Alt+I"
          onClick={() => setOn(!state.isOn)}
        />
        <PreviewTool
          icon="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4M3 13 13 3"
          label={say('inspect.with-hidden')}
          aria-pressed={state.withHidden}
          onClick={() => setWithHidden(!state.withHidden)}
        />
        {mayChange(typeKey) && <SharePreview query={query} />}
        {mayChange(typeKey) && (
          <SaveExpectation
            title={outline.find(({ key }) => key === typeKey)?.title ?? typeKey}
            query={query}
            entered={entered}
          />
        )}
      </PreviewControls>
      {example && (
        <p className="st-notice st-example st-wrap">
          {say('preview.example')}
          <a href={`/studio/forms/${encodeURIComponent(typeKey)}`}>{say('preview.example.leave')}</a>
        </p>
      )}
      <SectionState
        section={section}
        reasons={reasons}
        typeKey={query.type ?? typeKey}
        siteId={query.site || String(example?.on.site ?? '')}
      />
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
      {state.isOn && (
        <TargetDetails
          picked={picked}
          typeKey={typeKey}
          target={target}
          reasons={reasons}
          view={section.view && replaceTexts(section.view, section.changed)}
          onEdit={onEdit}
        />
      )}
      {lastDryRun && <DryRunResult view={lastDryRun} onClose={onClose} />}
      <PreviewReasons {...reasoned} />
    </section>
  );
}

/**
 * Returns the state with which one frame marks the chosen field, and the handler of choices made in that
 * frame. It passes the choice to `onChoose`; `isSeen` is then true until another field is chosen.
 */
function useFollowState(
  outline: readonly OutlineType[],
  { typeKey, chosen, onChoose }: Pick<PreviewPaneProps, 'typeKey' | 'chosen' | 'onChoose'>,
): { readonly followed: FollowState; readonly onChosen: (field: string) => void } {
  const fields = outline.find(({ key }) => key === typeKey)?.fields;
  const [seen, setSeen] = useState<string>();
  if (seen !== undefined && seen !== chosen) setSeen(undefined);
  const isSeen = seen !== undefined && seen === chosen;
  const followed = useMemo(
    () => ({
      fields: listOutlineNames(fields ?? []),
      isSeen,
      ...(chosen !== undefined && { chosen, label: findOutlineField(fields ?? [], chosen)?.label ?? chosen }),
    }),
    [fields, chosen, isSeen],
  );
  const onChosen = useCallback(
    (field: string) => {
      setSeen(field);
      onChoose(field);
    },
    [onChoose],
  );
  return { followed, onChosen };
}

const doNothing = () => undefined;

/**
 * Renders a notice if the draft is no form, if the section is hidden, or if the preview cannot show the
 * requested situation or type. Otherwise renders nothing.
 * @param siteId The site that is named in the notice. Empty: the first site.
 */
function SectionState({
  section: { state, reason },
  reasons,
  typeKey,
  siteId,
}: {
  readonly section: PreviewSection;
  readonly reasons: ReasonsView | undefined;
  readonly typeKey: string;
  readonly siteId: PreviewQuery['site'];
}) {
  const { say } = useStudio();
  const { report } = useDraftState();
  const { content } = useStudio();
  const known = useKnownTypes().find(({ type }) => type.key === typeKey);
  const site =
    siteId === ''
      ? content.sites[0]?.name
      : (content.sites.find(({ id }) => String(id) === siteId)?.name ?? siteId);
  const shown = reasons?.whole.find(({ about }) => about === 'type');
  if (report !== undefined && !report.isForm)
    return (
      <p className="st-notice st-notice--warning" role="status">
        {say('preview.broken', {
          count: report.findings.filter(({ severity }) => severity === 'error').length,
        })}{' '}
        <a href="/studio/checks">{say('checks')}</a>
      </p>
    );
  if (state === 'no-situation')
    return (
      <p className="st-notice st-notice--warning" role="status">
        {say('preview.no-situation', { reason })}
      </p>
    );
  if (state === 'hidden')
    return (
      <div className="st-notice" role="status">
        <p>{say('preview.hidden')}</p>
        {reasons && <ReasonList reasons={reasons.whole.slice(0, 1)} />}
      </div>
    );
  if (state !== 'not-offered') return null;
  return (
    <div className="st-notice" role="status">
      <p>{say('preview.not-offered', { type: known?.name ?? typeKey, site: site ?? '' })}</p>
      {known?.type.isRetired ? (
        <p>{say('preview.not-offered.retired')}</p>
      ) : reasons?.leftOut ? (
        <ReasonList reasons={[reasons.leftOut]} />
      ) : (
        reasons && <p>{say('preview.not-offered.content')}</p>
      )}
      {shown && <ReasonList reasons={[shown]} />}
    </div>
  );
}
