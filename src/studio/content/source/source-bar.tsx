import { type ReactNode, useEffect, useState } from 'react';
import type { ContentSources, SourcedList, SourcesView } from '../../../api/content-sources.ts';
import type { ContentFolderView } from '../../../api/studio.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { isolateBidi } from '../../ui/isolate-bidi.ts';
import type { DraftContent } from '../content-lists.ts';
import { type ContentList, type ContentPart, contentLists } from '../content-lists.ts';
import { useContentPlan } from '../use-content.ts';
import { listTargets } from './address-draft.ts';
import { FaultNotice } from './fault-notice.tsx';
import { findSource, findSourcedList, getListName, getSourceKind } from './source-edits.ts';

export interface SourceBarProps {
  readonly part: ContentPart;
  readonly folder: ContentFolderView;
  readonly content: DraftContent;
  /** Loads the content again. */
  readonly reload: () => Promise<void>;
}

/**
 * Renders where a list of the content comes from, above its entries. A list from an address says when it was
 * updated, who can change what, and what is wrong with the latest answer.
 */
export function SourceBar({ part, folder, content, reload }: SourceBarProps): ReactNode {
  const { say, locale, me, may, announce } = useStudio();
  const isUnlimited = me.types === undefined && me.sites === undefined;
  const { published } = useDraftState();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  const list = contentLists[part];
  const plan = useContentPlan(folder.form, { content, list, entry: {}, answers: {}, isReadOnly: true });
  const kind = getSourceKind(content, list);
  const name = say(`content.${part}`);
  const source = findSource(content, list);
  const sourced = findSourcedList(content, list);
  const changes = `/studio/content/${part}/source`;
  const change = may('owner') && <a href={changes}>{say('content.source-change')}</a>;
  if (source === undefined)
    return (
      <p className="st-hint st-content-source">
        {say(kind === 'studio' ? 'content.from-studio-hint' : 'content.from-folder-hint')} {change}
      </p>
    );

  /** Sends a request that ends with another state of the list, and announces that. */
  async function requestUpdate(action: 'update' | 'accept', body: object): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const listName = getListName(list);
    const path = `content/sources/${listName}/${action}`;
    const outcome = await tryRequest<Pick<SourcesView, 'lists'>>(path, { method: 'POST', body });
    await reload();
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (outcome.isDone && outcome.answer.lists[listName]?.fault)
      announce(say('labelled', { label: name, value: say('content.source-fault') }));
    else announce(say(outcome.isDone ? 'content.source-asked' : 'content.source-not-asked', { list: name }));
  }

  const live = (published.documents['content/sources.json'] ?? {}) as ContentSources;
  const isPublished = Object.hasOwn(live, getListName(list));
  const isLive = isPublished && (sourced?.goodAt !== undefined || sourced?.fault !== undefined);
  return (
    <section className="st-pane st-content-source-bar" aria-label={say('content.source')}>
      <p className="st-content-source-line">
        <Padlock />
        <span>
          <SourceSummary content={content} list={list} name={name} /> {say('content.source-locked')}{' '}
          <span className="st-quiet">
            {say('content.source-owners', {
              names: new Intl.ListFormat(locale, { type: 'conjunction' }).format(
                folder.sources.owners.map(isolateBidi),
              ),
            })}
          </span>
        </span>
      </p>
      <div className="st-actions">
        {may('editor') && isUnlimited && isLive && (
          <button
            type="button"
            className="st-button"
            aria-disabled={isBusy || undefined}
            onClick={() => void requestUpdate('update', {})}
          >
            {say('content.source-update')}
          </button>
        )}
        {change}
      </div>
      <p role="status" className="st-hint">
        {isBusy && say('content.source-asking')}
      </p>
      {!isPublished && <p className="st-hint">{say('content.source-unpublished')}</p>}
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
      {sourced?.fault && (
        <FaultNotice
          fault={sourced.fault}
          targets={listTargets(list, plan.fields)}
          onAccept={
            may('publisher') && isUnlimited && sourced.fault.accept !== undefined
              ? () => void requestUpdate('accept', { hash: sourced.fault?.accept })
              : undefined
          }
        />
      )}
    </section>
  );
}

/** Renders where a list comes from, in a few words: "The studio", or an address and when it was updated. */
export function SourceSummary({
  content,
  list,
  name,
}: {
  readonly content: DraftContent;
  readonly list: ContentList;
  /** The name of the list, for a whole sentence. Absent: a few words, for a table. */
  readonly name?: string;
}): ReactNode {
  const { say } = useStudio();
  const source = findSource(content, list);
  const sourced = findSourcedList(content, list);
  const now = useMinute();
  const ago = useAgo(sourced?.goodAt, now);
  if (source === undefined)
    return say(getSourceKind(content, list) === 'studio' ? 'content.from-studio' : 'content.from-folder');
  const host = isolateBidi(URL.parse(source.url)?.host ?? source.url);
  return (
    <>
      {formatSummary()}
      {sourced?.fault && name === undefined && (
        <strong className="st-content-fault-mark st-block">{say('content.source-fault')}</strong>
      )}
    </>
  );

  function formatSummary(): string {
    if (name === undefined)
      return ago === undefined
        ? say('content.from-address-first', { host })
        : say('content.from-address', { host, ago });
    return ago === undefined
      ? say('content.from-address-first-of', { host, list: name })
      : say('content.from-address-of', { host, ago, list: name });
  }
}

/** Returns the time that has passed in words, such as "4 minutes ago"; undefined without a time. */
function useAgo(at: SourcedList['goodAt'], now: number): string | undefined {
  const { locale } = useStudio();
  if (at === undefined) return undefined;
  const minutes = Math.max(0, Math.round((now - at) / 60_000));
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  if (minutes < 48 * 60) return format.format(-Math.round(minutes / 60), 'hour');
  return format.format(-Math.round(minutes / 1440), 'day');
}

/** Returns the current time, at each minute anew. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  // A time that the server reports may be later than the last minute.
  return Math.max(now, Date.now());
}

function Padlock(): ReactNode {
  return (
    <svg className="st-padlock" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M4 7V5a4 4 0 1 1 8 0v2h1v7H3V7h1Zm1.5 0h5V5a2.5 2.5 0 0 0-5 0v2Z" />
    </svg>
  );
}
